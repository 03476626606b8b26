//! The server: one user's, on the loopback interface, for as long as nobody stops it.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::Future;
use std::net::TcpListener;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context as Waker, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{Interval, interval, timeout};

use crate::address::{Address, pairs};
use crate::guard::{Key, Refused, admit, permit};
use crate::live;
use crate::site::{Answer, Context, Site, Trouble};

/// The longest form, in bytes: a program for the scratchpad.
const LARGEST: usize = 512 << 10;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a connection lasts, whatever happens on it: browsers open another one.
const LASTING: Duration = Duration::from_secs(600);
/// How many connections there may be at once.
const CONNECTIONS: usize = 128;
/// How often progress is told.
const TICK: Duration = Duration::from_secs(1);
/// What pages may do: nothing but show what this server sends.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Why a server ended.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// It could not begin.
    #[error("the server cannot be started: {0}")]
    Start(#[from] std::io::Error),
}

/// Until when a server runs.
#[derive(Debug, Default)]
pub struct Until(Notify);

impl Until {
    /// It ends now.
    pub fn end(&self) {
        self.0.notify_one();
    }
}

struct Server {
    site: Arc<Site>,
    key: Key,
    port: u16,
    style: String,
    script: String,
}

/// Serves a site until somebody ends it. Whoever has the key may change something.
pub fn serve(site: Site, key: Key, listener: TcpListener, until: &Until) -> Result<(), Ended> {
    let port = listener.local_addr()?.port();
    listener.set_nonblocking(true)?;
    let site = Arc::new(site);
    let server = Arc::new(Server {
        site: Arc::clone(&site),
        key,
        port,
        style: soundline_report::site::style(),
        script: soundline_report::site::script(),
    });
    // What a result is about is known before somebody asks.
    std::thread::spawn(move || site.library.read_all());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(8)
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let mut accepting = pin!(accept(listener, router(server)));
        let mut stop = pin!(until.0.notified());
        std::future::poll_fn(|waker| match stop.as_mut().poll(waker) {
            Poll::Ready(()) => Poll::Ready(()),
            Poll::Pending => accepting.as_mut().poll(waker).map(|never| match never {}),
        })
        .await;
        Ok::<(), std::io::Error>(())
    })?;
    // Whatever is still computed is computed for nobody.
    runtime.shutdown_background();
    Ok(())
}

async fn accept(listener: tokio::net::TcpListener, router: Router) -> Infallible {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = Arc::clone(&room).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // No file descriptors, as a rule: there will be some again.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = hyper::server::conn::http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            let connection = connection.serve_connection(TokioIo::new(stream), service);
            // A client that breaks the protocol, goes away or takes too long is nobody's concern.
            let _ = timeout(LASTING, connection).await;
            drop(place);
        });
    }
}

fn router(server: Arc<Server>) -> Router {
    let style = |State(server): State<Arc<Server>>| async move {
        ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], server.style.clone())
    };
    let script = |State(server): State<Arc<Server>>| async move {
        ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], server.script.clone())
    };
    Router::new()
        .route("/style.css", get(style))
        .route("/script.js", get(script))
        .route("/events", get(events))
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guarded))
        .with_state(server)
}

/// Every request is looked at first, and every response says what browsers may do with it.
async fn guarded(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let mut response = match admit(request.headers(), server.port) {
        Ok(()) => next.run(request).await,
        Err(refused) => refusal(refused),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        // Without any, browsers would not name the origin of forms.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(refused: Refused) -> Response {
    html(StatusCode::FORBIDDEN, Trouble::new(403, refused.sentence()).page().render("/"))
}

fn html(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// A page, or what a form asks for.
async fn page(State(server): State<Arc<Server>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let Some(here) = Address::parse(head.uri.path(), head.uri.query().unwrap_or("")) else {
        return trouble(&Trouble::missing());
    };
    // The address that was printed: the key becomes a cookie and disappears from the address.
    if head.method == Method::GET && server.key.is(here.get("key")) {
        let cookie = format!("soundline={}; HttpOnly; SameSite=Strict; Path=/", server.key.text());
        let headers = [(header::LOCATION, here.bare().live()), (header::SET_COOKIE, cookie)];
        return (StatusCode::SEE_OTHER, headers).into_response();
    }
    let form = match head.method {
        Method::GET | Method::HEAD => None,
        Method::POST => match timeout(PATIENCE, to_bytes(body, LARGEST)).await {
            Ok(Ok(bytes)) => {
                let form = pairs(&bytes);
                if let Err(refused) = permit(&head.headers, &form, &server.key) {
                    return refusal(refused);
                }
                Some(form)
            }
            Ok(Err(_)) => return trouble(&Trouble::new(413, "The form is larger than 512 KB.")),
            Err(_) => return trouble(&Trouble::new(408, "The request took too long.")),
        },
        _ => return trouble(&Trouble::new(405, "Only GET and POST are answered.")),
    };
    let has_key = server.key.is_in(&head.headers);
    let made = tokio::task::spawn_blocking(move || {
        let key = has_key.then(|| server.key.text());
        let context = Context::live(&server.site, &here, key);
        match form {
            None => server.site.answer(&context),
            Some(form) => server.site.change(&context, &form),
        }
    });
    match made.await {
        Ok(Ok(Answer::Page(page))) => html(StatusCode::OK, page.render("/")),
        Ok(Ok(Answer::Text(text))) => {
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], Body::from(text))
                .into_response()
        }
        Ok(Ok(Answer::Elsewhere(address))) => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, address.live())]).into_response()
        }
        Ok(Err(known)) => trouble(&known),
        // A page that panics takes nothing else with it.
        Err(_) => trouble(&Trouble::new(500, "This page cannot be made: a fault of Soundline.")),
    }
}

fn trouble(trouble: &Trouble) -> Response {
    let status = StatusCode::from_u16(trouble.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    html(status, trouble.page().render("/"))
}

/// Progress of all campaigns that run, again and again.
async fn events(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let news = News { server, clock: interval(TICK), asked: None, seen: None };
    Sse::new(news).keep_alive(KeepAlive::default())
}

/// What is told of campaigns that run.
struct News {
    server: Arc<Server>,
    clock: Interval,
    asked: Option<tokio::task::JoinHandle<BTreeMap<String, String>>>,
    /// The results that there were: a page that shows others is old.
    seen: Option<String>,
}

impl futures_core::Stream for News {
    type Item = Result<Event, Infallible>;

    fn poll_next(self: Pin<&mut Self>, waker: &mut Waker<'_>) -> Poll<Option<Self::Item>> {
        let news = self.get_mut();
        loop {
            let Some(asked) = &mut news.asked else {
                std::task::ready!(news.clock.poll_tick(waker));
                let server = Arc::clone(&news.server);
                news.asked = Some(tokio::task::spawn_blocking(move || told(&server.site)));
                continue;
            };
            let told = std::task::ready!(Pin::new(asked).poll(waker));
            news.asked = None;
            let mut told = told.unwrap_or_default();
            let results = told.remove(RESULTS);
            let before = std::mem::replace(&mut news.seen, results.clone());
            if before.is_some_and(|before| Some(before) != results) {
                told.insert("changed".to_string(), "yes".to_string());
            }
            let data = serde_json::to_string(&told).expect("text for keys");
            return Poll::Ready(Some(Ok(Event::default().data(data))));
        }
    }
}

/// Under which name the list of results is told; no id looks like it.
const RESULTS: &str = "results";

fn told(site: &Site) -> BTreeMap<String, String> {
    let entries = site.library.entries();
    let mut told = BTreeMap::new();
    let mut results = String::new();
    for entry in entries.iter() {
        results += &entry.id;
        let progress = live::progress(entry);
        let running = progress.as_ref().is_some_and(|progress| progress.running);
        results += if running { "+" } else { "-" };
        told.extend(progress.map(|progress| (entry.id.clone(), progress.words)));
    }
    told.insert(RESULTS.to_string(), results);
    told
}
