/*
 * Dambase: endgame tables of draughts and chess, for C and C++.
 *
 * Made from the sources in prober/capi/src by cbindgen: change those. README.md beside says how to build and to link.
 *
 * WHAT CALLS HAVE IN COMMON
 * - A function that can fail returns a dambase_status, DAMBASE_OK or why it failed. Its last argument is a dambase_error
 *   of the caller's, or NULL: on failure it gets the status and a message that names what is wrong; else it stays as it is.
 * - A value is exact or it is not given. Where a function fails, what it would have answered is set to DAMBASE_UNKNOWN, and handles,
 *   lists and texts to NULL.
 * - No argument may be NULL but where it is said. NULL elsewhere, and a length that cannot be, is DAMBASE_ERROR_BAD_ARGUMENT.
 *   What cannot be checked: a pointer that is not NULL points to what its type says, which nobody changes during the call;
 *   arrays are as long as said; what is answered does not overlap what is asked.
 * - Texts are UTF-8 and end with a zero. Folders are named as the system names them.
 * - Handles, lists and texts that a function hands out are the caller's, who gives each back once by the function named where it is
 *   handed out. Giving back NULL does nothing. What a list's entries point to lives as long as the list.
 * - There is no state but behind handles. A tablebase may be used by any number of threads at once. A game may be asked by several
 *   threads at once as long as none changes it (functions that take it as const ask).
 * - Nothing is ever thrown or unwound through a call. A fault of the library's own is DAMBASE_ERROR_INTERNAL.
 * - Values are those for the side to move. Plies are moves of one side.
 */


#ifndef DAMBASE_H
#define DAMBASE_H

#include <stddef.h>
#include <stdint.h>

/**
 * Version of this header, first number: that of the library's release.
 */
#define DAMBASE_VERSION_MAJOR 0

/**
 * Version of this header, second number.
 */
#define DAMBASE_VERSION_MINOR 1

/**
 * Version of this header, third number.
 */
#define DAMBASE_VERSION_PATCH 0

/**
 * Version of the binary interface that this header declares. A program works with every library of the same number, which is part of
 * the shared library's name.
 */
#define DAMBASE_ABI_VERSION 1

/**
 * Bytes of a message, with the zero at its end.
 */
#define DAMBASE_MESSAGE_BYTES 1020

/**
 * Bytes that the name of an article takes at most, with the zero at its end.
 */
#define DAMBASE_ARTICLE_BYTES 32

/**
 * White: the value of dambase_position.side, and the place in its pairs of sets.
 */
#define DAMBASE_WHITE 0

/**
 * Black.
 */
#define DAMBASE_BLACK 1

/**
 * Bytes of decoded blocks that dambase_open is usually given as the most: 256 MiB.
 */
#define DAMBASE_DEFAULT_CACHE_BYTES 268435456

/**
 * What a call came to.
 */
enum dambase_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It did what it was asked.
     */
    DAMBASE_OK = 0,
    /**
     * No error: what was to be looked at in memory alone is not there.
     */
    DAMBASE_NOT_IN_MEMORY = 1,
    /**
     * The table that would answer is not here. The message names its material.
     */
    DAMBASE_ERROR_MISSING = 2,
    /**
     * No table can hold the position, or the tables do not model the draw rule: it is not decided.
     */
    DAMBASE_ERROR_OUT_OF_SCOPE = 3,
    /**
     * Positions of the game have recurred, and whether repetition saves the loser is not decided.
     */
    DAMBASE_ERROR_REPETITION_OPEN = 4,
    /**
     * The position cannot arise in a game. The message names the square or the set.
     */
    DAMBASE_ERROR_IMPOSSIBLE = 5,
    /**
     * A file is damaged, or not the table that its name promises. The message names the file and the block or field.
     */
    DAMBASE_ERROR_BROKEN = 6,
    /**
     * NULL where it may not be, a text that is not UTF-8, an unknown name, a number that means nothing. The message names the argument.
     */
    DAMBASE_ERROR_BAD_ARGUMENT = 7,
    /**
     * The text is no FEN of the game, or no position of it. The message says what is wrong where.
     */
    DAMBASE_ERROR_BAD_FEN = 8,
    /**
     * The text names no legal move, or several. The message lists what would have been one.
     */
    DAMBASE_ERROR_BAD_MOVE = 9,
    /**
     * The game is over. The message says by what.
     */
    DAMBASE_ERROR_GAME_OVER = 10,
    /**
     * A folder cannot be read. The message names it, with what the system said.
     */
    DAMBASE_ERROR_IO = 11,
    /**
     * It takes more memory than was allowed. The message says how much.
     */
    DAMBASE_ERROR_TOO_LARGE = 12,
    /**
     * A fault of this library, which it went on after. Please report the message.
     */
    DAMBASE_ERROR_INTERNAL = 13,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_status dambase_status;
#else
typedef int32_t dambase_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Win, draw or loss for the side to move, no draw rules.
 */
enum dambase_wdl
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The side to move loses.
     */
    DAMBASE_LOSS = -1,
    /**
     * Neither side can force a win.
     */
    DAMBASE_DRAW = 0,
    /**
     * The side to move wins.
     */
    DAMBASE_WIN = 1,
    /**
     * No answer: the call failed, or it was not asked.
     */
    DAMBASE_UNKNOWN = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_wdl dambase_wdl;
#else
typedef int8_t dambase_wdl;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Win, draw or loss under draw rules, with the counters as they stand.
 */
enum dambase_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int8_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The side to move loses.
     */
    DAMBASE_VERDICT_LOSS = -2,
    /**
     * It would lose, but the draw rules make it a draw.
     */
    DAMBASE_VERDICT_LOSS_SAVED = -1,
    /**
     * A draw that needs no draw rules.
     */
    DAMBASE_VERDICT_DRAW = 0,
    /**
     * It would win, but the draw rules make it a draw.
     */
    DAMBASE_VERDICT_WIN_SPOILED = 1,
    /**
     * The side to move wins.
     */
    DAMBASE_VERDICT_WIN = 2,
    /**
     * No answer: the call failed, or it was not asked.
     */
    DAMBASE_VERDICT_UNKNOWN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_verdict dambase_verdict;
#else
typedef int8_t dambase_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What the values of a table are.
 */
enum dambase_metric
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Win, draw and loss.
     */
    DAMBASE_METRIC_WDL = 1,
    /**
     * Depth to win.
     */
    DAMBASE_METRIC_DTW = 2,
    /**
     * Distance to clock reset, under a set of draw rules.
     */
    DAMBASE_METRIC_DTC = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_metric dambase_metric;
#else
typedef int32_t dambase_metric;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where a game stands.
 */
enum dambase_state
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It goes on.
     */
    DAMBASE_ONGOING = 0,
    /**
     * It goes on unless somebody claims what the rules give him.
     */
    DAMBASE_CLAIMABLE = 1,
    /**
     * It is over.
     */
    DAMBASE_OVER = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_state dambase_state;
#else
typedef int32_t dambase_state;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a game ended.
 */
enum dambase_result
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It is not over.
     */
    DAMBASE_NO_RESULT = 0,
    /**
     * White won.
     */
    DAMBASE_WHITE_WINS = 1,
    /**
     * Black won.
     */
    DAMBASE_BLACK_WINS = 2,
    /**
     * Nobody did.
     */
    DAMBASE_DRAWN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_result dambase_result;
#else
typedef int32_t dambase_result;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How files are read.
 */
enum dambase_access
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Through a memory map: fastest, and files take no descriptors while they are open. They must not be changed in place: a file that is
     * cut short ends the process. Replaced by rename or removed they may be: the old one goes on.
     */
    DAMBASE_MAP = 0,
    /**
     * By reading where it is needed: files may be changed in place (which is found out, and an error), and take a descriptor each.
     */
    DAMBASE_READ = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum dambase_access dambase_access;
#else
typedef int32_t dambase_access;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A game under way or over: its moves, its counters, what has recurred. It keeps the tables it was made with open.
 */
typedef struct dambase_game dambase_game;

/**
 * Moves.
 */
typedef struct dambase_moves dambase_moves;

/**
 * Files that cannot be used.
 */
typedef struct dambase_problems dambase_problems;

/**
 * Open tables of a game. Any number of threads may use one at once.
 */
typedef struct dambase_tablebase dambase_tablebase;

/**
 * Tables.
 */
typedef struct dambase_tables dambase_tables;

/**
 * Texts.
 */
typedef struct dambase_texts dambase_texts;

/**
 * A set of squares: square i is bit i of low for i below 64, bit i - 64 of high from there on.
 */
typedef struct dambase_squares {
    /**
     * Squares 0 to 63.
     */
    uint64_t low;
    /**
     * Squares 64 to 127, which only the 10x8, 10x10 and 12x12 boards have.
     */
    uint64_t high;
} dambase_squares;

/**
 * A position. Set it to zero first, then fill in what there is: all that a game does not have stays zero.
 *
 * Sets come in pairs, White's at DAMBASE_WHITE and Black's at DAMBASE_BLACK. Squares are numbered from 0:
 *
 * - Draughts: square i is the one numbered i + 1 in the game's PDN, counted from the upper left as White sees the board, row by row. In
 *   the games written in letters, too: on 8x8 b8 is 0, d8 1, f8 2, h8 3, a7 4, and so on to g1, 31. men and kings only.
 * - Artamonov's draughts: as draughts, but pieces are nobody's: all stand in men[0] and kings[0].
 * - Chess: a1 is 0, b1 is 1, h1 is 7, a2 is 8, h8 is 63. men are the pawns.
 */
typedef struct dambase_position {
    /**
     * Men; pawns.
     */
    struct dambase_squares men[2];
    /**
     * Kings.
     */
    struct dambase_squares kings[2];
    /**
     * Queens of chess.
     */
    uint64_t queens[2];
    /**
     * Rooks of chess.
     */
    uint64_t rooks[2];
    /**
     * Bishops of chess.
     */
    uint64_t bishops[2];
    /**
     * Knights of chess.
     */
    uint64_t knights[2];
    /**
     * The side to move: DAMBASE_WHITE or DAMBASE_BLACK.
     */
    uint8_t side;
    /**
     * Chess: the square behind a pawn that has just made its double step (e3 is 20), which may also be given where no pawn can capture
     * so. 0 for none: a1 is never such a square.
     */
    uint8_t en_passant;
    /**
     * Chess: castlings that neither king nor rook has forfeited. 1 White's short, 2 White's long, 4 Black's short, 8 Black's long.
     */
    uint8_t castling;
    /**
     * Artamonov's draughts: the square of the piece moved last, which may not be moved, counted from 1 as in PDN (b8 is 1). 0 for none.
     */
    uint8_t barred;
    /**
     * Zero.
     */
    uint8_t reserved[4];
} dambase_position;

/**
 * Why a call failed. It is the caller's memory, on the stack for instance, and need not be set up.
 */
typedef struct dambase_error {
    /**
     * What the function returned.
     */
    dambase_status status;
    /**
     * In English, one line. What does not fit is cut off, and "..." put there.
     */
    char message[DAMBASE_MESSAGE_BYTES];
} dambase_error;

/**
 * A value and its depth, no draw rules.
 */
typedef struct dambase_evaluation {
    /**
     * Depth to win: plies to the end of the game when the winner hurries and the loser delays (chess: to mate). 0 where the game is
     * over; -1 for a draw, and where no table says.
     */
    int32_t dtw;
    /**
     * Win, draw or loss.
     */
    dambase_wdl wdl;
    /**
     * Zero.
     */
    uint8_t reserved[3];
} dambase_evaluation;

/**
 * A value under draw rules, with its reasons.
 */
typedef struct dambase_ruled {
    /**
     * Distance to clock reset, of wins and losses where a clock runs: plies until the winner has ended the game or left the running
     * clock behind with a won position (chess: DTZ). Else -1.
     */
    int32_t dtc;
    /**
     * The verdict.
     */
    dambase_verdict verdict;
    /**
     * Win, draw or loss that it comes to.
     */
    dambase_wdl wdl;
    /**
     * Zero.
     */
    uint8_t reserved[2];
    /**
     * The article that decides, by its number in its rule book, such as "1.32.2"; empty where none does. dambase_article_text has
     * its words.
     */
    char article[DAMBASE_ARTICLE_BYTES];
} dambase_ruled;

/**
 * A legal move. Values are those for the side that makes it, with plies counted from before it, so that the best move is worth what the
 * position is.
 */
typedef struct dambase_move {
    /**
     * In the game's notation; as long as the list lives.
     */
    const char *text;
    /**
     * The position after it.
     */
    struct dambase_position after;
    /**
     * Without draw rules. DAMBASE_UNKNOWN in a list of legal moves.
     */
    struct dambase_evaluation evaluation;
    /**
     * Under draw rules. DAMBASE_VERDICT_UNKNOWN in lists that know none.
     */
    struct dambase_ruled ruled;
} dambase_move;

/**
 * A table.
 */
typedef struct dambase_table {
    /**
     * Its material, as files are named, such as "KMvK"; as long as the list lives.
     */
    const char *material;
    /**
     * The set of draw rules of a table of DAMBASE_METRIC_DTC; else NULL.
     */
    const char *draw_rules;
    /**
     * How many values it holds; 0 where it is missing.
     */
    uint64_t values;
    /**
     * Bytes of the file; 0 where it is missing.
     */
    uint64_t bytes;
    /**
     * Pieces on the board; 0 where it is missing.
     */
    uint32_t pieces;
    /**
     * What its values are.
     */
    dambase_metric metric;
} dambase_table;

/**
 * A file that cannot be used.
 */
typedef struct dambase_problem {
    /**
     * The file; as long as the list lives. What is not UTF-8 in its name is replaced.
     */
    const char *path;
    /**
     * What is wrong with it.
     */
    const char *reason;
} dambase_problem;

/**
 * What has been preloaded.
 */
typedef struct dambase_preloaded {
    /**
     * How many tables the call chose, those that were in memory already included.
     */
    uint64_t tables;
    /**
     * Bytes of memory they take.
     */
    uint64_t bytes;
} dambase_preloaded;

/**
 * Whether a game is over, and by what.
 */
typedef struct dambase_game_status {
    /**
     * Where it stands.
     */
    dambase_state state;
    /**
     * How it ended.
     */
    dambase_result result;
    /**
     * Plies that had been played when it ended; else those that have been played.
     */
    uint32_t plies;
    /**
     * The article that ended it, or the first by which somebody may claim; empty where the goal of the game ended it, and where it goes
     * on. dambase_game_reason has the words.
     */
    char article[DAMBASE_ARTICLE_BYTES];
} dambase_game_status;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The library's release, such as "0.1.0". Never NULL; not to be given back.
 */
const char *dambase_version(void);

/**
 * The binary interface of the library that is loaded: a program compares it with DAMBASE_ABI_VERSION.
 */
uint32_t dambase_abi_version(void);

/**
 * A status in a few words, such as "table missing". Never NULL; not to be given back. Takes any number.
 */
const char *dambase_status_text(int32_t status);

/**
 * Reads a FEN (in draughts PDN's, such as "W:WKa1,Kb2:BKg3"). fen may be NULL: the game's usual start. What a FEN says of counters is
 * lost: a dambase_game keeps it. On failure position stays as it is.
 */
dambase_status dambase_position_from_fen(const struct dambase_tablebase *tablebase,
                                         const char *fen,
                                         struct dambase_position *position,
                                         struct dambase_error *error);

/**
 * The FEN of a position, to be given back by dambase_text_free.
 */
dambase_status dambase_position_fen(const struct dambase_tablebase *tablebase,
                                    const struct dambase_position *position,
                                    char **fen,
                                    struct dambase_error *error);

/**
 * Gives a text back. text may be NULL.
 */
void dambase_text_free(char *text);

/**
 * How many moves there are. moves may be NULL, which has none.
 */
size_t dambase_moves_count(const struct dambase_moves *moves);

/**
 * Move number place, counted from 0; NULL where there is none. moves may be NULL.
 */
const struct dambase_move *dambase_moves_at(const struct dambase_moves *moves, size_t place);

/**
 * Gives moves back. moves may be NULL.
 */
void dambase_moves_free(struct dambase_moves *moves);

/**
 * How many tables there are. tables may be NULL, which has none.
 */
size_t dambase_tables_count(const struct dambase_tables *tables);

/**
 * Table number place, counted from 0; NULL where there is none. tables may be NULL.
 */
const struct dambase_table *dambase_tables_at(const struct dambase_tables *tables, size_t place);

/**
 * Gives a list of tables back; the tables stay open. tables may be NULL.
 */
void dambase_tables_free(struct dambase_tables *tables);

/**
 * How many files there are. problems may be NULL, which has none.
 */
size_t dambase_problems_count(const struct dambase_problems *problems);

/**
 * File number place, counted from 0; NULL where there is none. problems may be NULL.
 */
const struct dambase_problem *dambase_problems_at(const struct dambase_problems *problems, size_t place);

/**
 * Gives a list of problems back. problems may be NULL.
 */
void dambase_problems_free(struct dambase_problems *problems);

/**
 * How many texts there are. texts may be NULL, which has none.
 */
size_t dambase_texts_count(const struct dambase_texts *texts);

/**
 * Text number place, counted from 0; NULL where there is none. It lives as long as the list. texts may be NULL.
 */
const char *dambase_texts_at(const struct dambase_texts *texts,
                             size_t place);

/**
 * Gives a list of texts back. texts may be NULL.
 */
void dambase_texts_free(struct dambase_texts *texts);

/**
 * The names of all games, to be given back by dambase_texts_free.
 */
dambase_status dambase_games(struct dambase_texts **games, struct dambase_error *error);

/**
 * The names of the sets of draw rules of a game, the default first, to be given back by dambase_texts_free.
 */
dambase_status dambase_draw_rules(const char *game,
                                  struct dambase_texts **draw_rules,
                                  struct dambase_error *error);

/**
 * Opens the tables of a game in each of folders: the files MATERIAL.wdl, MATERIAL.dtw and MATERIAL.SET.dtc in FOLDER/GAME. Where several
 * folders have a table, the first in which it can be used wins. No file is read whole. A file that cannot be used does not make the
 * others so: see dambase_problems_of.
 *
 * game: a name or alias, such as "russian" or "64Rc". folders: folder_count of them; with none (folders may be NULL then) the handle knows
 * the rules of the game alone. cache_bytes: the most bytes that decoded blocks take, of all tables together, such as
 * DAMBASE_DEFAULT_CACHE_BYTES; with 0 every probe decodes its block anew. access: a dambase_access.
 *
 * The handle is to be given back by dambase_close.
 */
dambase_status dambase_open(const char *game,
                            const char *const *folders,
                            size_t folder_count,
                            uint64_t cache_bytes,
                            int32_t access,
                            struct dambase_tablebase **tablebase,
                            struct dambase_error *error);

/**
 * Gives a handle back. The tables stay open as long as another handle or a game has them. tablebase may be NULL.
 */
void dambase_close(struct dambase_tablebase *tablebase);

/**
 * Another handle of the same open tables, to be given back by dambase_close, in any order: for parts of a program that do not know which
 * of them ends last.
 */
dambase_status dambase_share(const struct dambase_tablebase *tablebase,
                             struct dambase_tablebase **another,
                             struct dambase_error *error);

/**
 * The tables that can be used, those without draw rules first, in the order they can be solved in: the captures of one lead into those
 * before it. To be given back by dambase_tables_free.
 */
dambase_status dambase_tables_of(const struct dambase_tablebase *tablebase,
                                 struct dambase_tables **tables,
                                 struct dambase_error *error);

/**
 * The tables without draw rules that are not here though one that is here depends on them, directly or through others: positions with
 * moves to them may have no answer. To be given back by dambase_tables_free.
 */
dambase_status dambase_missing_of(const struct dambase_tablebase *tablebase,
                                  struct dambase_tables **missing,
                                  struct dambase_error *error);

/**
 * The files that cannot be used. Probing what one of them would have answered is DAMBASE_ERROR_BROKEN, unless another folder has the
 * table. To be given back by dambase_problems_free.
 */
dambase_status dambase_problems_of(const struct dambase_tablebase *tablebase,
                                   struct dambase_problems **problems,
                                   struct dambase_error *error);

/**
 * Bytes of all files that can be used; 0 for NULL.
 */
uint64_t dambase_file_bytes(const struct dambase_tablebase *tablebase);

/**
 * The most pieces on the board of any table of win, draw and loss or of depths; 0 for NULL, and where there is none. Ask once: it looks
 * through all tables. A search should probe no position with more pieces: an answer that there is none takes longer than one that there is.
 */
uint32_t dambase_most_pieces(const struct dambase_tablebase *tablebase);

/**
 * Decodes tables into memory whole, beside the memory of decoded blocks: at most most_bytes, or nothing (DAMBASE_ERROR_TOO_LARGE). They
 * stay until the last handle is closed. Uses all cores. Other threads may probe meanwhile. A WDL table takes a quarter of a byte a
 * position, one of depths one or two bytes.
 *
 * Which: those that are all of: of this material, as dambase_tables_of names it (NULL for any; DAMBASE_ERROR_MISSING where there is none);
 * of at most most_pieces (0 for any number); of this metric, a dambase_metric (0 for any). preloaded may be NULL.
 */
dambase_status dambase_preload(const struct dambase_tablebase *tablebase,
                               const char *material,
                               uint32_t most_pieces,
                               int32_t metric,
                               uint64_t most_bytes,
                               struct dambase_preloaded *preloaded,
                               struct dambase_error *error);

/**
 * The name of the game that a handle was opened for, to be given back by dambase_text_free.
 */
dambase_status dambase_game_of(const struct dambase_tablebase *tablebase,
                               char **game,
                               struct dambase_error *error);

/**
 * Win, draw or loss, no draw rules; from the table of that metric, else from the table of depths. Allocates nothing where the block is
 * in memory, and takes no lock.
 */
dambase_status dambase_probe_wdl(const struct dambase_tablebase *tablebase,
                                 const struct dambase_position *position,
                                 dambase_wdl *wdl,
                                 struct dambase_error *error);

/**
 * As dambase_probe_wdl, if that needs no look at a file: everything it rests on has been decoded and is in memory still, or has been
 * preloaded. Else DAMBASE_NOT_IN_MEMORY, at once: for quiescence, where an answer is not worth waiting for.
 */
dambase_status dambase_probe_wdl_in_memory(const struct dambase_tablebase *tablebase,
                                           const struct dambase_position *position,
                                           dambase_wdl *wdl,
                                           struct dambase_error *error);

/**
 * Win, draw or loss with its depth, from tables of depths. DAMBASE_ERROR_MISSING where there is none.
 */
dambase_status dambase_probe_dtw(const struct dambase_tablebase *tablebase,
                                 const struct dambase_position *position,
                                 struct dambase_evaluation *evaluation,
                                 struct dambase_error *error);

/**
 * Win, draw or loss, with its depth where there are tables of depths.
 */
dambase_status dambase_probe(const struct dambase_tablebase *tablebase,
                             const struct dambase_position *position,
                             struct dambase_evaluation *evaluation,
                             struct dambase_error *error);

/**
 * dambase_probe_wdl of count positions at once: while one waits for memory, others are worked on. wdl has room for count answers.
 *
 * All are answered that can be. Where one cannot, its wdl is DAMBASE_UNKNOWN and its status, if statuses is not NULL (count of them), says
 * why; the function returns the status of the first such position, whose number the message names. positions, wdl and statuses may be NULL
 * when count is 0.
 */
dambase_status dambase_probe_wdl_batch(const struct dambase_tablebase *tablebase,
                                       const struct dambase_position *positions,
                                       size_t count,
                                       dambase_wdl *wdl,
                                       dambase_status *statuses,
                                       struct dambase_error *error);

/**
 * dambase_probe_wdl_batch for dambase_probe_dtw.
 */
dambase_status dambase_probe_dtw_batch(const struct dambase_tablebase *tablebase,
                                       const struct dambase_position *positions,
                                       size_t count,
                                       struct dambase_evaluation *evaluations,
                                       dambase_status *statuses,
                                       struct dambase_error *error);

/**
 * The legal moves of a position, in the order the game generates them, to be given back by dambase_moves_free. No tables are needed.
 */
dambase_status dambase_legal_moves(const struct dambase_tablebase *tablebase,
                                   const struct dambase_position *position,
                                   struct dambase_moves **moves,
                                   struct dambase_error *error);

/**
 * The position after the move that a text names, in the game's notation. after may be position itself. On failure after stays as it is.
 */
dambase_status dambase_play(const struct dambase_tablebase *tablebase,
                            const struct dambase_position *position,
                            const char *mv,
                            struct dambase_position *after,
                            struct dambase_error *error);

/**
 * How the game ends where the side to move has no legal move: its value, which is a loss in most games, a win in giveaway, and in chess a
 * loss or a draw. DAMBASE_UNKNOWN where it has a move. No tables are needed, and no draw rules asked.
 */
dambase_status dambase_over(const struct dambase_tablebase *tablebase,
                            const struct dambase_position *position,
                            dambase_wdl *wdl,
                            struct dambase_error *error);

/**
 * All legal moves with what they are worth, best first: the quickest win, then draws, then the slowest loss. The first is a best move;
 * the list is empty where the game is over. Every move must have an answer, else there is no order, and the status is that of the move.
 *
 * evaluation gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
 */
dambase_status dambase_root(const struct dambase_tablebase *tablebase,
                            const struct dambase_position *position,
                            struct dambase_evaluation *evaluation,
                            struct dambase_moves **moves,
                            struct dambase_error *error);

/**
 * The best play of both sides to the end of the game, by tables of depths: as many moves as the depth says. Empty for a draw, which has no
 * end, and where the game is over. To be given back by dambase_moves_free.
 */
dambase_status dambase_line(const struct dambase_tablebase *tablebase,
                            const struct dambase_position *position,
                            struct dambase_moves **moves,
                            struct dambase_error *error);

/**
 * Win, draw or loss under draw rules, with the counters as they stand, repetition left aside: exact while no position since the last
 * capture or man's move has occurred twice. Of articles that have to be claimed it is taken that whoever gains by them claims.
 *
 * draw_rules: the name of a set, or NULL for the game's default. counters: such as "kings=12,main-road=3" (dambase rules GAME lists the
 * clocks); clocks that are not named stand at zero; NULL for all at zero.
 */
dambase_status dambase_probe_verdict(const struct dambase_tablebase *tablebase,
                                     const struct dambase_position *position,
                                     const char *draw_rules,
                                     const char *counters,
                                     struct dambase_ruled *ruled,
                                     struct dambase_error *error);

/**
 * All legal moves with what they are worth under draw rules, best first: wins that leave the clock behind soonest, wins that are spoiled,
 * draws, losses that are saved, losses that take longest. Arguments as dambase_probe_verdict; what is said there of repetition holds here.
 *
 * ruled gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
 */
dambase_status dambase_root_verdict(const struct dambase_tablebase *tablebase,
                                    const struct dambase_position *position,
                                    const char *draw_rules,
                                    const char *counters,
                                    struct dambase_ruled *ruled,
                                    struct dambase_moves **moves,
                                    struct dambase_error *error);

/**
 * What an article says, and where it is written, to be given back by dambase_text_free. draw_rules may be NULL: the game's default set.
 */
dambase_status dambase_article_text(const char *game,
                                    const char *draw_rules,
                                    const char *article,
                                    char **words,
                                    struct dambase_error *error);

/**
 * A new game.
 *
 * game: a name or alias. draw_rules: the name of a set, NULL for the game's default, "none" for none, so that only its goal ends the game.
 * fen: where it begins, NULL for the usual start; counters stand as the FEN says, else at zero. tablebase: tables of the game, or NULL: they
 * decide articles that award a game, and dambase_game_verdict and dambase_game_root need them. The game keeps them open: the handle may be
 * closed before it.
 *
 * The game is to be given back by dambase_game_free.
 */
dambase_status dambase_game_new(const char *game,
                                const char *draw_rules,
                                const char *fen,
                                const struct dambase_tablebase *tablebase,
                                struct dambase_game **made,
                                struct dambase_error *error);

/**
 * Gives a game back. game may be NULL.
 */
void dambase_game_free(struct dambase_game *game);

/**
 * A copy of a game, with all that has happened in it, to be given back by dambase_game_free.
 */
dambase_status dambase_game_copy(const struct dambase_game *game,
                                 struct dambase_game **copy,
                                 struct dambase_error *error);

/**
 * Makes the move that a text names, in the game's notation. DAMBASE_ERROR_GAME_OVER when the game is over; then, and after any other
 * failure, it stands as before.
 */
dambase_status dambase_game_push(struct dambase_game *game,
                                 const char *mv,
                                 struct dambase_error *error);

/**
 * Takes the last move back. mv gets its text, to be given back by dambase_text_free, or NULL where no move has been made; it may be NULL.
 */
dambase_status dambase_game_undo(struct dambase_game *game,
                                 char **mv,
                                 struct dambase_error *error);

/**
 * The position on the board.
 */
dambase_status dambase_game_position(const struct dambase_game *game,
                                     struct dambase_position *position,
                                     struct dambase_error *error);

/**
 * The FEN of the position on the board, with what the game's FEN says of counters, to be given back by dambase_text_free.
 */
dambase_status dambase_game_fen(const struct dambase_game *game,
                                char **fen,
                                struct dambase_error *error);

/**
 * The clocks that run and where they stand, as dambase_probe_verdict reads them: "CLOCK=COUNT,...", empty where none runs. To be given back
 * by dambase_text_free.
 */
dambase_status dambase_game_counters(const struct dambase_game *game,
                                     char **counters,
                                     struct dambase_error *error);

/**
 * Whether the game is over, by what, and what may be claimed.
 */
dambase_status dambase_game_status_of(const struct dambase_game *game,
                                      struct dambase_game_status *status,
                                      struct dambase_error *error);

/**
 * What ended the game, in words, or all that may be claimed, a line each; empty where it goes on. To be given back by dambase_text_free.
 */
dambase_status dambase_game_reason(const struct dambase_game *game,
                                   char **reason,
                                   struct dambase_error *error);

/**
 * How often the position on the board has occurred with the same side to move, this time included; 0 for NULL.
 */
uint32_t dambase_game_occurrences(const struct dambase_game *game);

/**
 * The legal moves, whether or not the game is over, to be given back by dambase_moves_free.
 */
dambase_status dambase_game_legal_moves(const struct dambase_game *game,
                                        struct dambase_moves **moves,
                                        struct dambase_error *error);

/**
 * The moves that have been made, first to last, to be given back by dambase_texts_free.
 */
dambase_status dambase_game_moves(const struct dambase_game *game,
                                  struct dambase_texts **moves,
                                  struct dambase_error *error);

/**
 * What the game is worth to the side to move, with its counters and all that has recurred; of a game that is over, what it ended with.
 * DAMBASE_ERROR_REPETITION_OPEN where it is not decided whether repetition saves the loser. Needs the tablebase the game was made with.
 */
dambase_status dambase_game_verdict(const struct dambase_game *game,
                                    struct dambase_ruled *ruled,
                                    struct dambase_error *error);

/**
 * All legal moves with what they are worth under the game's draw rules and with its counters, best first, repetition left aside: as
 * dambase_root_verdict. Where the game has no draw rules, as dambase_root. Needs the tablebase the game was made with.
 *
 * ruled gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
 */
dambase_status dambase_game_root(const struct dambase_game *game,
                                 struct dambase_ruled *ruled,
                                 struct dambase_moves **moves,
                                 struct dambase_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DAMBASE_H */
