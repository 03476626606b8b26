//! Claims: conditions that a check asked for and that could not be shown. Behind the check they are assumed to hold, until
//! something changes that they read.
//!
//! A claim names its roots, the checks that it comes from, so that whatever holds because of it can say so. That a pointer
//! is valid is claimed for the bytes around it: one claim serves all members of a struct. Claims survive calls that may
//! end what a pointer points to: that it stays is a part of what is assumed.

mod subject;

use self::subject::{END, POINTER, Subject, Writer};
pub(crate) use self::subject::{SubjectId, Subjects};
use super::{Env, State};
use crate::graph::Held;
use soundline_c::{
    Base, CheckKind, FunctionId, Place, Step, Storage, Touched, Type, TypeId, Value, ValueKind,
    VarId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A check behind which it is assumed that it holds: its function, and its number there.
pub(crate) type Root = (FunctionId, u32);

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// Of a pointer: from so many bytes after it up to so many it is valid.
    bytes: (i64, i64),
    /// Whether these can be written.
    write: bool,
    /// Where it comes from.
    roots: Rc<BTreeSet<Root>>,
}

/// All claims of a state.
pub(crate) type Claims = Rc<BTreeMap<SubjectId, Claim>>;

/// A subject as data: its words, what it reads, and whether through pointers.
pub(crate) type SavedSubject = (Vec<u64>, Vec<usize>, bool);

/// A claim as data: the words of its subject, what that reads, and the claim.
pub(crate) type SavedClaim = (Vec<u64>, Vec<usize>, bool, (i64, i64), bool, Vec<(usize, u32)>);

/// What an instruction or a call may change, as far as claims are concerned.
pub(crate) enum Touch<'a> {
    /// A place.
    Place(&'a Place),
    /// A variable comes into being or ends, or gets a value.
    Variable(VarId),
    /// These variables, and what pointers can point to if so, and all that functions share if so; but for variables whose
    /// addresses nobody knows.
    Call {
        written: &'a BTreeSet<VarId>,
        memory: bool,
        everything: bool,
        hidden: &'a BTreeSet<VarId>,
    },
}

impl Env<'_> {
    /// The roots that a check rests on if it holds because it is claimed. At most so many bytes are used.
    pub(crate) fn claimed(
        &self,
        state: &State,
        check: &CheckKind,
        most: Option<i128>,
    ) -> Option<Rc<BTreeSet<Root>>> {
        if state.claims.is_empty() {
            return None;
        }
        let by_pointer = || {
            let (pointer, write) = pointer_of(check)?;
            let most = i64::try_from(most?).ok()?;
            let (subject, from) = self.pointer_subject(pointer)?;
            let claim = state.claims.get(&subject)?;
            let inside = claim.bytes.0 <= from && from.checked_add(most)? <= claim.bytes.1;
            (inside && (claim.write || !write)).then(|| claim.roots.clone())
        };
        let same = || Some(state.claims.get(&self.check_subject(check)?)?.roots.clone());
        by_pointer().or_else(same)
    }

    /// The roots that it rests on that a pointer is claimed to be valid for so many bytes.
    pub(crate) fn claimed_bytes(
        &self,
        state: &State,
        pointer: &Value,
        bytes: i64,
        write: bool,
    ) -> Option<Rc<BTreeSet<Root>>> {
        let claim = self.claim_of(state, pointer)?;
        let inside = claim.bytes.0 <= 0 && bytes <= claim.bytes.1;
        (inside && (claim.write || !write)).then_some(claim.roots)
    }

    /// For how many bytes a pointer is claimed to be valid, whether to write there, and the roots of that.
    pub(crate) fn claimed_room(
        &self,
        state: &State,
        pointer: &Value,
    ) -> Option<(i64, bool, Rc<BTreeSet<Root>>)> {
        let claim = self.claim_of(state, pointer)?;
        let inside = claim.bytes.0 <= 0 && claim.bytes.1 > 0;
        inside.then_some((claim.bytes.1, claim.write, claim.roots))
    }

    /// Whether an index is claimed to be inside of an array of so many elements.
    pub(crate) fn claims_index(&self, state: &State, index: &Value, length: u64) -> bool {
        self.is_claimed(state, |writer| writer.index(index, length))
    }

    /// Whether what a call uses of memory is claimed to be there.
    pub(crate) fn claims_region(&self, state: &State, touched: &Touched) -> bool {
        let Touched { pointer, extent, write } = touched.clone();
        let check = CheckKind::Region { pointer, extent, write };
        self.is_claimed(state, |writer| writer.check(&check))
    }

    /// Whether something is claimed that is no part of the program.
    fn is_claimed(
        &self,
        state: &State,
        write: impl FnOnce(&mut Writer<'_, '_>) -> Option<()>,
    ) -> bool {
        if state.claims.is_empty() {
            return false;
        }
        let mut writer = Writer { env: self, subject: Subject::default() };
        let written = write(&mut writer);
        written.is_some() && state.claims.contains_key(&self.subjects.number(writer.finish()))
    }

    /// From here on a check is claimed to hold. At least so many bytes are used.
    pub(crate) fn claim(
        &self,
        state: &mut State,
        check: &CheckKind,
        least: Option<i128>,
        root: Root,
    ) {
        if let Some((pointer, write)) = pointer_of(check)
            && let Some(least) =
                least.and_then(|least| i64::try_from(least).ok()).filter(|n| *n > 0)
            && let Some((subject, from)) = self.pointer_subject(pointer)
            && let Some(to) = from.checked_add(least)
        {
            let roots = Rc::new(BTreeSet::from([root]));
            let claim = Claim { bytes: (from, to), write, roots };
            let claim = match state.claims.get(&subject) {
                Some(known) => known.and(claim),
                None => claim,
            };
            Rc::make_mut(&mut state.claims).insert(subject, claim);
            if matches!(check, CheckKind::Access { .. }) {
                return;
            }
        }
        if let Some(subject) = self.check_subject(check) {
            let roots = Rc::new(BTreeSet::from([root]));
            let claim = Claim { bytes: (0, 0), write: false, roots };
            Rc::make_mut(&mut state.claims).insert(subject, claim);
        }
    }

    /// A function that may not exist turns out to. That stays so, and rests on nothing.
    pub(crate) fn claim_presence(&self, state: &mut State, id: FunctionId) {
        if self.program.function(id).absent {
            let mut writer = Writer { env: self, subject: Subject::default() };
            writer.called(id);
            let subject = self.subjects.number(writer.finish());
            let claim = Claim { bytes: (0, 0), write: false, roots: Rc::default() };
            Rc::make_mut(&mut state.claims).insert(subject, claim);
        }
    }

    /// What is claimed of a pointer that a value is, if that is all that it is.
    pub(crate) fn claim_of(&self, state: &State, value: &Value) -> Option<Claim> {
        if state.claims.is_empty() || !matches!(self.program.types.get(value.ty), Type::Pointer(_))
        {
            return None;
        }
        let (subject, from) = self.pointer_subject(value)?;
        let claim = state.claims.get(&subject)?;
        let bytes = (claim.bytes.0.checked_sub(from)?, claim.bytes.1.checked_sub(from)?);
        Some(Claim { bytes, ..claim.clone() })
    }

    /// A variable has the value that this is claimed of.
    pub(crate) fn pass_claim(
        &self,
        state: &mut State,
        variable: VarId,
        ty: TypeId,
        claim: Option<Claim>,
    ) {
        let Some(claim) = claim else { return };
        if self.restless[variable.index()] {
            return;
        }
        let mut writer = Writer { env: self, subject: Subject::default() };
        writer.word(POINTER);
        let place = |writer: &mut Writer<'_, '_>| {
            writer.variable(variable, true)?;
            writer.word(END);
            Some(())
        };
        if writer.load(ty, place).is_some() {
            let subject = self.subjects.number(writer.finish());
            Rc::make_mut(&mut state.claims).insert(subject, claim);
        }
    }

    /// A place in memory has the value that this is claimed of. Where it is must not be read from memory, which the value may
    /// just have replaced.
    pub(crate) fn pass_claim_to(&self, state: &mut State, place: &Place, claim: Option<Claim>) {
        let Some(claim) = claim else { return };
        let mut address = Writer { env: self, subject: Subject::default() };
        if address.place(place, false).is_none() {
            return;
        }
        let Subject { reads, memory, .. } = address.finish();
        if memory || reads.iter().any(|id| self.exposed[id.index()]) {
            return;
        }
        let mut writer = Writer { env: self, subject: Subject::default() };
        writer.word(POINTER);
        if writer.load(place.ty, |writer| writer.place(place, true)).is_some() {
            let subject = self.subjects.number(writer.finish());
            Rc::make_mut(&mut state.claims).insert(subject, claim);
        }
    }

    /// Something may change: what is claimed about it is not known any more.
    pub(crate) fn disturb(&self, state: &mut State, touch: &Touch<'_>) {
        if state.claims.is_empty() && !self.cells.has_behind() {
            return;
        }
        let exposed = |subject: &Subject| {
            subject.memory || subject.reads.iter().any(|id| self.exposed[id.index()])
        };
        let stays = |subject: &Subject| match touch {
            Touch::Variable(id) => !subject.reads(*id),
            Touch::Place(place) => match place.base {
                Base::Variable(id) => {
                    !(subject.reads(id) || subject.memory && self.is_reachable(id))
                }
                Base::Pointer(_) => !exposed(subject),
            },
            Touch::Call { written, memory, everything, hidden } => {
                let named = written.iter().any(|id| subject.reads(*id));
                let shared = subject.reads.iter().any(|id| self.lasts(*id));
                let known = |id: &VarId| self.exposed[id.index()] && !hidden.contains(id);
                let reached = subject.memory || subject.reads.iter().any(known);
                !named && !((*memory || *everything) && reached) && !(*everything && shared)
            }
        };
        self.keep_claims(state, stays);
        let changes = self.changes_behind(touch);
        self.keep_behind(state, |subject| !changes && stays(subject));
    }

    /// Memory is freed: no pointer is claimed to be valid any more.
    pub(crate) fn drop_pointer_claims(&self, state: &mut State) {
        self.forget_behind(state, |_| true);
        if !state.claims.is_empty() {
            self.keep_claims(state, |subject| subject.words.first() != Some(&POINTER));
        }
    }

    /// Only claims that read none of these variables stay.
    pub(crate) fn forget_claims(&self, state: &mut State, gone: impl Fn(VarId) -> bool) {
        let stays = |subject: &Subject| !subject.reads.iter().any(|id| gone(*id));
        if !state.claims.is_empty() {
            self.keep_claims(state, stays);
        }
        self.keep_behind(state, stays);
    }

    /// A variable ends: nothing is claimed any more of pointers that may be to it.
    pub(crate) fn end_claims(&self, state: &mut State, id: VarId) {
        self.disturb(state, &Touch::Variable(id));
        let variable = self.program.variable(id);
        if let (true, false, Some(function)) =
            (variable.address_taken, state.claims.is_empty(), variable.function)
        {
            let held = self.held(function);
            if let Some(holders) = held.holders(id) {
                self.forget_claims(state, |other| holders.contains(&other));
            }
        }
    }

    /// Which variables of a function may have the addresses of others.
    pub(crate) fn held(&self, function: FunctionId) -> Rc<Held> {
        let new = || match &self.program.function(function).cfg {
            Some(cfg) => Rc::new(Held::new(self.program, cfg)),
            None => Rc::default(),
        };
        self.held.borrow_mut().entry(function).or_insert_with(new).clone()
    }

    /// Whether a value may be the address of a variable that ends with its function.
    pub(crate) fn may_end(&self, value: &Value) -> bool {
        let mut all = BTreeSet::new();
        crate::graph::note(value, &mut all, &mut BTreeSet::new());
        all.into_iter().any(|id| {
            let function = self.program.variable(id).function;
            function.is_some_and(|function| self.held(function).is_holder(id))
        })
    }

    /// What is behind a pointer is known only for as long as that stays what it is.
    fn keep_behind(&self, state: &mut State, kept: impl Fn(&Subject) -> bool) {
        if self.cells.has_behind() {
            let table = self.subjects.table.borrow();
            self.forget_behind(state, |id| !kept(&table.all[id.0 as usize]));
        }
    }

    fn keep_claims(&self, state: &mut State, kept: impl Fn(&Subject) -> bool) {
        if state.claims.is_empty() {
            return;
        }
        let table = self.subjects.table.borrow();
        let all = state.claims.keys().copied();
        let gone: Vec<SubjectId> = all.filter(|id| !kept(&table.all[id.0 as usize])).collect();
        if !gone.is_empty() {
            let claims = Rc::make_mut(&mut state.claims);
            gone.iter().for_each(|id| {
                claims.remove(id);
            });
        }
    }

    fn lasts(&self, id: VarId) -> bool {
        let storage = &self.program.variable(id).storage;
        matches!(storage, Storage::Global | Storage::Extern | Storage::Static)
    }

    /// Whether all claims of one state are claims of another.
    pub(super) fn claims_leq(&self, a: &State, b: &State) -> bool {
        Rc::ptr_eq(&a.claims, &b.claims)
            || b.claims.iter().all(|(id, claim)| {
                a.claims.get(id).is_some_and(|own| Claim::join(own, claim).as_ref() == Some(claim))
            })
    }

    /// What both states claim.
    pub(super) fn joined_claims(&self, a: &State, b: &State) -> Claims {
        if Rc::ptr_eq(&a.claims, &b.claims) || a.claims == b.claims {
            return a.claims.clone();
        }
        let both =
            a.claims.iter().filter_map(|(id, own)| Some((*id, own.join(b.claims.get(id)?)?)));
        Rc::new(both.collect())
    }

    /// What one state claims and another claims just so.
    pub(super) fn stable_claims(&self, a: &State, b: &State) -> Claims {
        let joined = self.joined_claims(a, b);
        let stable = joined.iter().filter(|(id, claim)| a.claims.get(id) == Some(claim));
        Rc::new(stable.map(|(id, claim)| (*id, claim.clone())).collect())
    }

    /// The claims of a state as data.
    pub(crate) fn save_claims(&self, state: &State) -> Vec<SavedClaim> {
        let table = self.subjects.table.borrow();
        let saved = state.claims.iter().map(|(id, claim)| {
            let subject = &table.all[id.0 as usize];
            let reads = subject.reads.iter().map(|id| id.index()).collect();
            let roots = claim.roots.iter().map(|(function, check)| (function.index(), *check));
            let (words, memory) = (subject.words.clone(), subject.memory);
            (words, reads, memory, claim.bytes, claim.write, roots.collect())
        });
        saved.collect()
    }

    /// And back.
    pub(crate) fn load_claims(
        &self,
        saved: &[SavedClaim],
        function: impl Fn(usize) -> Option<FunctionId>,
    ) -> Option<Claims> {
        let mut claims = BTreeMap::new();
        for (words, reads, memory, bytes, write, roots) in saved {
            let subject = self.load_subject(&(words.clone(), reads.clone(), *memory))?;
            let roots: Option<BTreeSet<Root>> =
                roots.iter().map(|(id, check)| Some((function(*id)?, *check))).collect();
            let claim = Claim { bytes: *bytes, write: *write, roots: Rc::new(roots?) };
            claims.insert(subject, claim);
        }
        Some(Rc::new(claims))
    }

    pub(crate) fn save_subject(&self, id: SubjectId) -> SavedSubject {
        let table = self.subjects.table.borrow();
        let subject = &table.all[id.0 as usize];
        let reads = subject.reads.iter().map(|id| id.index()).collect();
        (subject.words.clone(), reads, subject.memory)
    }

    pub(crate) fn load_subject(&self, (words, reads, memory): &SavedSubject) -> Option<SubjectId> {
        let variable = |index: &usize| self.program.variable_ids().nth(*index);
        let reads: Option<Vec<VarId>> = reads.iter().map(variable).collect();
        let subject = Subject { words: words.clone(), reads: reads?, memory: *memory };
        Some(self.subjects.number(subject))
    }

    /// What a claim about a pointer is about, and how many bytes behind that the pointer is.
    pub(crate) fn pointer_subject(&self, pointer: &Value) -> Option<(SubjectId, i64)> {
        let key: *const Value = pointer;
        if let Some(known) = self.subjects.table.borrow().pointers.get(&key) {
            return *known;
        }
        let found = self.base_of(pointer).and_then(|(base, from)| {
            let mut writer = Writer { env: self, subject: Subject::default() };
            writer.word(POINTER);
            writer.value(base)?;
            Some((self.subjects.number(writer.finish()), from))
        });
        self.subjects.table.borrow_mut().pointers.insert(key, found);
        found
    }

    /// The variables that a subject reads, and whether it reads through pointers.
    pub(crate) fn read_by(&self, id: SubjectId) -> (Vec<VarId>, bool) {
        let table = self.subjects.table.borrow();
        let subject = &table.all[id.0 as usize];
        (subject.reads.clone(), subject.memory)
    }

    /// A pointer without constant steps, and how many bytes these are.
    fn base_of<'v>(&self, pointer: &'v Value) -> Option<(&'v Value, i64)> {
        let types = &self.program.types;
        match &pointer.kind {
            ValueKind::Convert(inner) if matches!(types.get(inner.ty), Type::Pointer(_)) => {
                self.base_of(inner)
            }
            ValueKind::PointerAdd { pointer: inner, index, element_size: Some(size) } => {
                let Some(index) = index.as_int() else { return Some((pointer, 0)) };
                let (base, from) = self.base_of(inner)?;
                let step = i64::try_from(index.checked_mul(i128::from(*size))?).ok()?;
                Some((base, from.checked_add(step)?))
            }
            ValueKind::AddressOf(Place { base: Base::Pointer(inner), path, .. }) => {
                let mut bits = 0u64;
                for step in path {
                    let Step::Field(record, field) = step else { return Some((pointer, 0)) };
                    bits = bits.checked_add(types.record(*record).fields[*field].offset_bits)?;
                }
                let (base, from) = self.base_of(inner)?;
                Some((base, from.checked_add(i64::try_from(bits / 8).ok()?)?))
            }
            _ => Some((pointer, 0)),
        }
    }

    /// What a check is about that is no access of so many bytes; of a pointer about which nothing is known or not.
    pub(crate) fn cause_subject(&self, check: &CheckKind, unknown: bool) -> Option<SubjectId> {
        let (word, values) = match check {
            CheckKind::Free(value) => (15, vec![value]),
            CheckKind::Assertion(value) => (16, vec![value]),
            // That has no value: its place says which it is.
            CheckKind::Unreachable => (17, vec![]),
            CheckKind::Region { pointer, write, .. } if unknown => {
                (40 + u64::from(*write), vec![pointer])
            }
            _ => return self.check_subject(check),
        };
        let mut writer = Writer { env: self, subject: Subject::default() };
        writer.word(word);
        values.into_iter().try_for_each(|value| writer.value(value))?;
        Some(self.subjects.number(writer.finish()))
    }

    fn check_subject(&self, check: &CheckKind) -> Option<SubjectId> {
        let key: *const CheckKind = check;
        if let Some(known) = self.subjects.table.borrow().checks.get(&key) {
            return *known;
        }
        let mut writer = Writer { env: self, subject: Subject::default() };
        let found = writer.check(check).map(|()| self.subjects.number(writer.finish()));
        self.subjects.table.borrow_mut().checks.insert(key, found);
        found
    }
}

impl Claim {
    pub(super) fn roots(&self) -> &BTreeSet<Root> {
        &self.roots
    }

    /// What two claims say in common.
    fn join(&self, other: &Claim) -> Option<Claim> {
        let bytes = (self.bytes.0.max(other.bytes.0), self.bytes.1.min(other.bytes.1));
        if bytes.0 >= bytes.1 && self.bytes != other.bytes {
            return None;
        }
        let roots = match self.roots == other.roots {
            true => self.roots.clone(),
            false => Rc::new(self.roots.union(&other.roots).copied().collect()),
        };
        Some(Claim { bytes, write: self.write && other.write, roots })
    }

    /// Both claims, where the other one is newer.
    fn and(&self, new: Claim) -> Claim {
        let covered = new.bytes.0 <= self.bytes.0 && self.bytes.1 <= new.bytes.1;
        let apart = new.bytes.1 < self.bytes.0 || self.bytes.1 < new.bytes.0;
        if (covered && (new.write || !self.write)) || apart || self.write != new.write {
            return new;
        }
        let bytes = (self.bytes.0.min(new.bytes.0), self.bytes.1.max(new.bytes.1));
        let roots = self.roots.union(&new.roots).copied().collect();
        Claim { bytes, write: new.write, roots: Rc::new(roots) }
    }
}

/// The pointer that a check is about, and whether something is written there.
fn pointer_of(check: &CheckKind) -> Option<(&Value, bool)> {
    match check {
        CheckKind::Access { pointer, write, .. } | CheckKind::Region { pointer, write, .. } => {
            Some((pointer, *write))
        }
        _ => None,
    }
}
