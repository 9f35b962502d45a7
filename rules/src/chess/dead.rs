//! Dead positions: no series of legal moves leads to a mate, and the game is drawn at once (FIDE 2014 5.2b, 9.7; S004: "not
//! enough pieces to mate").
//!
//! What is here sees the material alone. The rule itself asks more: pawns that block each other may leave no way in for
//! anybody, and one forced capture may leave too little. Whether the players can help each other to a mate is a question to
//! tables of help-mates, and up to four men those give the exact answer: a position is dead when neither side can be mated from
//! it. Where this function says that a position is dead it is; the converse holds for the material, of which some
//! positions can be mated, and not for each of its positions.

use super::position::Position;

/// The dark squares: a1 is one.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// With this material nobody can be mated, however the pieces stand and whoever moves: two kings alone, with one knight, or with
/// bishops that all stand on squares of one colour, whosever they are.
pub fn is_dead_by_material(position: &Position) -> bool {
    let [pawns, knights, bishops, rooks, queens, _] = position.kinds;
    if pawns | rooks | queens != 0 {
        return false;
    }
    match knights.count_ones() {
        0 => bishops & DARK == 0 || bishops & !DARK == 0,
        1 => bishops == 0,
        _ => false,
    }
}
