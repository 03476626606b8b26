//! Tokens of Lua 5.1.

use super::SyntaxError;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// A name.
    Name(String),
    /// A word or sign of the language.
    Sign(&'static str),
    /// A number.
    Number(f64),
    /// A string, as bytes.
    Text(Vec<u8>),
    /// The end of the text.
    End,
}

/// A token and its bytes.
#[derive(Clone, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub start: usize,
    pub end: usize,
}

const WORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Longer ones first.
const SIGNS: [&str; 26] = [
    "...", "..", "==", "~=", "<=", ">=", "+", "-", "*", "/", "%", "^", "#", "<", ">", "=", "(",
    ")", "{", "}", "[", "]", ";", ":", ",", ".",
];

/// All tokens of a text, the last one being its end.
pub fn lexemes(text: &[u8]) -> Result<Vec<Lexeme>, SyntaxError> {
    let mut lexer = Lexer { text, at: 0 };
    // The first line may name the program that runs the file.
    if text.starts_with(b"#") {
        lexer.skip_line();
    }
    let mut all = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let start = lexer.at;
        let token = lexer.token()?;
        let ended = token == Token::End;
        all.push(Lexeme { token, start, end: lexer.at });
        if ended {
            return Ok(all);
        }
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError { at, message: message.into() })
    }

    fn skip_line(&mut self) {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) -> Result<(), SyntaxError> {
        loop {
            if self.at < self.text.len() && self.peek(0).is_ascii_whitespace()
                || self.peek(0) == 0x0b
            {
                self.at += 1;
            } else if self.text[self.at..].starts_with(b"--") {
                let start = self.at;
                self.at += 2;
                match self.long_level() {
                    Some(level) => drop(self.long_text(level, start)?),
                    None => self.skip_line(),
                }
            } else {
                return Ok(());
            }
        }
    }

    /// How many `=` there are in the long bracket that starts here.
    fn long_level(&self) -> Option<usize> {
        if self.peek(0) != b'[' {
            return None;
        }
        let level = self.text[self.at + 1..].iter().take_while(|byte| **byte == b'=').count();
        (self.peek(1 + level) == b'[').then_some(level)
    }

    fn long_text(&mut self, level: usize, start: usize) -> Result<Vec<u8>, SyntaxError> {
        self.at += level + 2;
        let end = [b"]".as_slice(), &b"=".repeat(level), b"]"].concat();
        let rest = &self.text[self.at..];
        let Some(length) = rest.windows(end.len()).position(|window| window == end) else {
            return self.error(start, "a long bracket is not closed");
        };
        let inside = &rest[..length];
        self.at += length + end.len();
        // The first line break does not count.
        let inside = inside.strip_prefix(b"\r\n").or(inside.strip_prefix(b"\n")).unwrap_or(inside);
        Ok(inside.to_vec())
    }

    fn token(&mut self) -> Result<Token, SyntaxError> {
        if self.at >= self.text.len() {
            return Ok(Token::End);
        }
        let first = self.peek(0);
        if first.is_ascii_alphabetic() || first == b'_' {
            return Ok(self.word());
        }
        if first.is_ascii_digit() || first == b'.' && self.peek(1).is_ascii_digit() {
            return self.number();
        }
        if first == b'"' || first == b'\'' {
            return self.quoted(first);
        }
        if let Some(level) = self.long_level() {
            let start = self.at;
            return Ok(Token::Text(self.long_text(level, start)?));
        }
        let rest = &self.text[self.at..];
        match SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes())) {
            Some(sign) => {
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
            None => {
                self.error(self.at, format!("'{}' means nothing", (first as char).escape_default()))
            }
        }
    }

    fn word(&mut self) -> Token {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' {
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        match WORDS.iter().find(|known| **known == word) {
            Some(known) => Token::Sign(known),
            None => Token::Name(word),
        }
    }

    fn number(&mut self) -> Result<Token, SyntaxError> {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric()
            || self.peek(0) == b'.'
            || matches!(self.peek(0), b'+' | b'-')
                && matches!(self.text[self.at - 1], b'e' | b'E')
                && !self.is_hex(start)
        {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let value = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16).ok().map(|value| value as f64),
            None => text.parse().ok(),
        };
        match value {
            Some(value) => Ok(Token::Number(value)),
            None => self.error(start, format!("'{text}' is not a number of Lua 5.1")),
        }
    }

    fn is_hex(&self, start: usize) -> bool {
        matches!(self.text.get(start + 1), Some(b'x' | b'X'))
    }

    fn quoted(&mut self, quote: u8) -> Result<Token, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let byte = self.peek(0);
            if self.at >= self.text.len() || byte == b'\n' {
                return self.error(start, "a string is not closed");
            }
            self.at += 1;
            if byte == quote {
                return Ok(Token::Text(bytes));
            }
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            let escaped = self.peek(0);
            self.at += 1;
            match escaped {
                b'a' => bytes.push(7),
                b'b' => bytes.push(8),
                b'f' => bytes.push(12),
                b'n' | b'\n' => bytes.push(b'\n'),
                b'r' => bytes.push(b'\r'),
                b't' => bytes.push(b'\t'),
                b'v' => bytes.push(11),
                b'0'..=b'9' => {
                    let mut value = u32::from(escaped - b'0');
                    for _ in 0..2 {
                        if self.peek(0).is_ascii_digit() {
                            value = value * 10 + u32::from(self.peek(0) - b'0');
                            self.at += 1;
                        }
                    }
                    match u8::try_from(value) {
                        Ok(byte) => bytes.push(byte),
                        Err(_) => return self.error(start, "an escape sequence is too large"),
                    }
                }
                other => bytes.push(other),
            }
        }
    }
}
