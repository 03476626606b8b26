//! The identities of all laws of this crate, one constant for each.

use crate::LawId;

macro_rules! ids {
    ($($id:ident $name:literal;)+) => {
        $(
            #[doc = concat!("The law \"", $name, "\".")]
            pub const $id: LawId = LawId::new($name);
        )+

        /// All of them, in the order of the tables.
        pub const ALL: &[LawId] = &[$($id),+];
    };
}

ids! {
    LEQ_REFLEXIVE "leq reflexive";
    LEQ_TRANSITIVE "leq transitive";
    LEQ_ANTISYMMETRIC "leq antisymmetric";
    BOTTOM_IS_LOWER_BOUND "bottom is lower bound";
    TOP_IS_UPPER_BOUND "top is upper bound";
    JOIN_COMMUTATIVE "join commutative";
    JOIN_ASSOCIATIVE "join associative";
    JOIN_IDEMPOTENT "join idempotent";
    MEET_COMMUTATIVE "meet commutative";
    MEET_ASSOCIATIVE "meet associative";
    MEET_IDEMPOTENT "meet idempotent";
    JOIN_MEET_ABSORPTION "join meet absorption";
    MEET_JOIN_ABSORPTION "meet join absorption";
    LEQ_IMPLIES_JOIN "leq implies join";
    JOIN_IMPLIES_LEQ "join implies leq";
    LEQ_IMPLIES_MEET "leq implies meet";
    MEET_IMPLIES_LEQ "meet implies leq";
    JOIN_IMPLIES_MEET "join implies meet";
    MEET_IMPLIES_JOIN "meet implies join";
    JOIN_IS_LEAST "join is least";
    MEET_IS_GREATEST "meet is greatest";
    GENERATORS_CONSISTENT "generators consistent";
    LEQ_PURE "leq pure";
    JOIN_PURE "join pure";
    MEET_PURE "meet pure";
    SHOW_PURE "show pure";
    LEQ_INVARIANT "leq invariant";
    JOIN_INVARIANT "join invariant";
    MEET_INVARIANT "meet invariant";
    WIDENING_COVERS_LEFT "widening covers left";
    WIDENING_COVERS_RIGHT "widening covers right";
    WIDENING_BY_BOTTOM "widening by bottom";
    WIDENING_FROM_BOTTOM "widening from bottom";
    WIDENING_INVARIANT "widening invariant";
    WIDENING_PURE "widening pure";
    WIDENING_CONVERGES "widening converges";
    WIDENING_CONVERGES_WITH_TRANSFER "widening converges with transfer";
    NARROWING_LOWER_BOUND "narrowing lower bound";
    NARROWING_UPPER_BOUND "narrowing upper bound";
    NARROWING_INVARIANT "narrowing invariant";
    NARROWING_PURE "narrowing pure";
    NARROWING_CONVERGES "narrowing converges";
    NARROWING_CONVERGES_WITH_TRANSFER "narrowing converges with transfer";
    MEMBERS_ARE_CONTAINED "members are contained";
    BOTTOM_IS_EMPTY "bottom is empty";
    LEQ_SOUND "leq sound";
    JOIN_SOUND "join sound";
    MEET_SOUND "meet sound";
    EQ_AGREES_WITH_LEQ "eq agrees with leq";
    HASH_AGREES_WITH_LEQ "hash agrees with leq";
    ORD_AGREES_WITH_LEQ "ord agrees with leq";
    ORD_IS_TOTAL_ORDER "ord is total order";
    PARTIAL_ORDER_AGREES_WITH_LEQ "partial order agrees with leq";
}
