//! Values without draw rules.

use dambase_prober::Wdl;
use dambase_tests::naive::artamonov::Value;

use super::made::{in_two, oracle, position, state, tables};

#[test]
fn every_position_to_three_pieces_is_worth_what_the_oracle_says_in_as_many_plies() {
    in_two(&oracle().states, |of_oracle| {
        let position = position(of_oracle);
        assert_eq!(state(&position), *of_oracle);
        let expected = match oracle().value(of_oracle) {
            Value::Win(plies) => (Wdl::Win, Some(plies)),
            Value::Draw => (Wdl::Draw, None),
            Value::Loss(plies) => (Wdl::Loss, Some(plies)),
        };
        let found = tables().probe(&position).unwrap();
        assert_eq!((found.wdl, found.dtw), expected, "{position:?}");
        assert_eq!(tables().probe_wdl(&position).unwrap(), expected.0, "{position:?}");
    });
}
