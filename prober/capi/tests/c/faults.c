/*
 * What goes wrong is an error with a message, never a crash: nothing where something must be, lengths that cannot be, games that outlive
 * tables, threads that share them. Prints nothing where all is well.
 *
 *     faults GOLDEN_FOLDER BROKEN_FOLDER, which has a KvM.wdl of english that is cut short
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dambase.h"

static int failures = 0;

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            printf("line %d: %s (%s)\n", __LINE__, #condition, error.message);              \
            failures++;                                                                    \
        }                                                                                  \
    } while (0)

/* It fails so, and says something of this kind. */
#define FAILS(call, wanted, words)                                                         \
    do {                                                                                   \
        dambase_status status_;                                                            \
        memset(&error, 1, sizeof error);                                                   \
        status_ = (call);                                                                  \
        CHECK(status_ == (wanted) && error.status == (wanted) && strstr(error.message, words) != NULL); \
    } while (0)

#define IS_NULL(call, name) FAILS(call, DAMBASE_ERROR_BAD_ARGUMENT, name " is NULL")

static dambase_error error;

static void nulls(const char *folder) {
    dambase_tablebase *tables, *other = (dambase_tablebase *)&error;
    dambase_position position, after;
    dambase_evaluation evaluation;
    dambase_ruled ruled;
    dambase_wdl wdl, two[2];
    dambase_status why[2];
    dambase_moves *moves;
    dambase_game *game;
    dambase_game_status status;
    char *text;
    const char *none = NULL;

    IS_NULL(dambase_games(NULL, &error), "games");
    IS_NULL(dambase_draw_rules("english", NULL, &error), "draw_rules");
    IS_NULL(dambase_open(NULL, &folder, 1, 0, DAMBASE_MAP, &other, &error), "game");
    CHECK(other == NULL);
    IS_NULL(dambase_open("english", NULL, 1, 0, DAMBASE_MAP, &other, &error), "folders");
    IS_NULL(dambase_open("english", &none, 1, 0, DAMBASE_MAP, &other, &error), "a folder");
    IS_NULL(dambase_open("english", &folder, 1, 0, DAMBASE_MAP, NULL, &error), "tablebase");
    FAILS(dambase_open("english", &folder, (size_t)-1, 0, DAMBASE_MAP, &other, &error), DAMBASE_ERROR_BAD_ARGUMENT, "long");
    FAILS(dambase_open("english", &folder, 1, 0, 7, &other, &error), DAMBASE_ERROR_BAD_ARGUMENT, "access is 7");
    FAILS(dambase_open("ludo", &folder, 1, 0, DAMBASE_MAP, &other, &error), DAMBASE_ERROR_BAD_ARGUMENT, "\"ludo\"");
    FAILS(dambase_open("engl\xff", &folder, 1, 0, DAMBASE_MAP, &other, &error), DAMBASE_ERROR_BAD_ARGUMENT, "UTF-8");
    none = "no such folder";
    FAILS(dambase_open("english", &none, 1, 0, DAMBASE_MAP, &other, &error), DAMBASE_ERROR_IO, "no such folder");
    CHECK(dambase_open("english", &folder, 1, 1 << 20, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    CHECK(dambase_open("ludo", &folder, 1, 0, DAMBASE_MAP, &other, NULL) == DAMBASE_ERROR_BAD_ARGUMENT);

    IS_NULL(dambase_share(NULL, &other, &error), "tablebase");
    IS_NULL(dambase_share(tables, NULL, &error), "another");
    IS_NULL(dambase_tables_of(tables, NULL, &error), "tables");
    IS_NULL(dambase_missing_of(tables, NULL, &error), "missing");
    IS_NULL(dambase_problems_of(NULL, NULL, &error), "problems");
    IS_NULL(dambase_preload(NULL, NULL, 0, 0, 0, NULL, &error), "tablebase");
    FAILS(dambase_preload(tables, NULL, 0, 4, 0, NULL, &error), DAMBASE_ERROR_BAD_ARGUMENT, "metric is 4");
    FAILS(dambase_preload(tables, "KKvK", 0, 0, 0, NULL, &error), DAMBASE_ERROR_MISSING, "KKvK");
    FAILS(dambase_preload(tables, NULL, 0, 0, 10, NULL, &error), DAMBASE_ERROR_TOO_LARGE, "10 are allowed");
    IS_NULL(dambase_game_of(NULL, &text, &error), "tablebase");

    IS_NULL(dambase_position_from_fen(tables, "", NULL, &error), "position");
    IS_NULL(dambase_position_from_fen(NULL, "", &position, &error), "tablebase");
    FAILS(dambase_position_from_fen(tables, "W:WK1", &position, &error), DAMBASE_ERROR_BAD_FEN, "");
    CHECK(dambase_position_from_fen(tables, NULL, &position, &error) == DAMBASE_OK);
    CHECK(position.men[DAMBASE_WHITE].low == 0xfff00000u && position.men[DAMBASE_BLACK].low == 0xfffu);
    IS_NULL(dambase_position_fen(tables, NULL, &text, &error), "position");
    IS_NULL(dambase_position_fen(tables, &position, NULL, &error), "fen");

    IS_NULL(dambase_probe_wdl(NULL, &position, &wdl, &error), "tablebase");
    CHECK(wdl == DAMBASE_UNKNOWN);
    IS_NULL(dambase_probe_wdl(tables, NULL, &wdl, &error), "position");
    IS_NULL(dambase_probe_wdl(tables, &position, NULL, &error), "wdl");
    IS_NULL(dambase_probe_wdl_in_memory(tables, NULL, &wdl, &error), "position");
    IS_NULL(dambase_probe_dtw(tables, &position, NULL, &error), "evaluation");
    IS_NULL(dambase_probe(tables, NULL, &evaluation, &error), "position");
    CHECK(evaluation.wdl == DAMBASE_UNKNOWN && evaluation.dtw == -1);
    for (dambase_wdl *answer = two; answer < two + 2; ++answer) *answer = DAMBASE_WIN;
    IS_NULL(dambase_probe_wdl_batch(tables, NULL, 2, two, why, &error), "positions");
    CHECK(two[0] == DAMBASE_UNKNOWN && two[1] == DAMBASE_UNKNOWN && why[0] == DAMBASE_ERROR_BAD_ARGUMENT && why[1] == why[0]);
    two[0] = DAMBASE_WIN;
    why[0] = DAMBASE_OK;
    IS_NULL(dambase_probe_wdl_batch(NULL, &position, 1, two, why, &error), "tablebase");
    CHECK(two[0] == DAMBASE_UNKNOWN && why[0] == DAMBASE_ERROR_BAD_ARGUMENT);
    evaluation.wdl = DAMBASE_WIN;
    IS_NULL(dambase_probe_dtw_batch(NULL, &position, 1, &evaluation, NULL, &error), "tablebase");
    CHECK(evaluation.wdl == DAMBASE_UNKNOWN && evaluation.dtw == -1);
    two[0] = DAMBASE_WIN;
    FAILS(dambase_probe_wdl_batch(tables, &position, (size_t)-1 / 64, two, NULL, &error), DAMBASE_ERROR_BAD_ARGUMENT, "long");
    CHECK(two[0] == DAMBASE_WIN);
    IS_NULL(dambase_probe_wdl_batch(tables, &position, 1, NULL, NULL, &error), "wdl");
    FAILS(dambase_probe_wdl_batch(tables, &position, (size_t)-1 / 2, &wdl, NULL, &error), DAMBASE_ERROR_BAD_ARGUMENT, "long");
    CHECK(dambase_probe_dtw_batch(tables, NULL, 0, NULL, NULL, &error) == DAMBASE_OK);

    IS_NULL(dambase_legal_moves(tables, &position, NULL, &error), "moves");
    IS_NULL(dambase_play(tables, &position, NULL, &after, &error), "mv");
    FAILS(dambase_play(tables, &position, "1-32", &after, &error), DAMBASE_ERROR_BAD_MOVE, "1-32");
    IS_NULL(dambase_over(tables, &position, NULL, &error), "wdl");
    IS_NULL(dambase_root(tables, NULL, NULL, &moves, &error), "position");
    CHECK(moves == NULL);
    IS_NULL(dambase_line(NULL, &position, &moves, &error), "tablebase");
    IS_NULL(dambase_probe_verdict(tables, &position, NULL, NULL, NULL, &error), "ruled");
    FAILS(dambase_probe_verdict(tables, &position, "none", NULL, &ruled, &error), DAMBASE_ERROR_BAD_ARGUMENT, "no verdict");
    FAILS(dambase_probe_verdict(tables, &position, "mine", NULL, &ruled, &error), DAMBASE_ERROR_BAD_ARGUMENT, "\"mine\"");
    FAILS(dambase_probe_verdict(tables, &position, NULL, "x=1", &ruled, &error), DAMBASE_ERROR_BAD_ARGUMENT, "\"x\"");
    CHECK(ruled.verdict == DAMBASE_VERDICT_UNKNOWN && ruled.wdl == DAMBASE_UNKNOWN);
    IS_NULL(dambase_root_verdict(tables, &position, NULL, NULL, NULL, NULL, &error), "moves");
    IS_NULL(dambase_article_text("english", NULL, NULL, &text, &error), "article");
    FAILS(dambase_article_text("english", NULL, "0.0", &text, &error), DAMBASE_ERROR_BAD_ARGUMENT, "\"0.0\"");
    CHECK(text == NULL);

    IS_NULL(dambase_game_new(NULL, NULL, NULL, NULL, &game, &error), "game");
    FAILS(dambase_game_new("chess", NULL, NULL, tables, &game, &error), DAMBASE_ERROR_BAD_ARGUMENT, "english");
    FAILS(dambase_game_new("english", NULL, "B:W1", NULL, &game, &error), DAMBASE_ERROR_BAD_FEN, "");
    CHECK(game == NULL);
    IS_NULL(dambase_game_push(NULL, "1-5", &error), "game");
    IS_NULL(dambase_game_undo(NULL, NULL, &error), "game");
    IS_NULL(dambase_game_position(NULL, &position, &error), "game");
    IS_NULL(dambase_game_fen(NULL, &text, &error), "game");
    IS_NULL(dambase_game_counters(NULL, &text, &error), "game");
    IS_NULL(dambase_game_status_of(NULL, &status, &error), "game");
    IS_NULL(dambase_game_reason(NULL, &text, &error), "game");
    IS_NULL(dambase_game_legal_moves(NULL, &moves, &error), "game");
    IS_NULL(dambase_game_verdict(NULL, &ruled, &error), "game");
    IS_NULL(dambase_game_root(NULL, NULL, &moves, &error), "game");
    IS_NULL(dambase_game_copy(NULL, &game, &error), "game");

    CHECK(dambase_file_bytes(NULL) == 0 && dambase_most_pieces(NULL) == 0 && dambase_game_occurrences(NULL) == 0);
    CHECK(dambase_moves_count(NULL) == 0 && dambase_moves_at(NULL, 0) == NULL);
    CHECK(dambase_tables_count(NULL) == 0 && dambase_tables_at(NULL, 0) == NULL);
    CHECK(dambase_problems_count(NULL) == 0 && dambase_problems_at(NULL, 0) == NULL);
    CHECK(dambase_texts_count(NULL) == 0 && dambase_texts_at(NULL, 0) == NULL);
    dambase_moves_free(NULL);
    dambase_tables_free(NULL);
    dambase_problems_free(NULL);
    dambase_texts_free(NULL);
    dambase_text_free(NULL);
    dambase_game_free(NULL);
    dambase_close(NULL);
    dambase_close(tables);
}

static void positions(const char *folder) {
    dambase_tablebase *tables;
    dambase_position position, many[3];
    dambase_wdl wdl[3];
    dambase_status statuses[3];

    CHECK(dambase_open("english", &folder, 1, 1 << 20, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    memset(&position, 0, sizeof position);
    FAILS(dambase_probe_wdl(tables, &position, wdl, &error), DAMBASE_ERROR_IMPOSSIBLE, "");
    position.kings[DAMBASE_WHITE].low = 1;
    position.kings[DAMBASE_BLACK].low = 1;
    FAILS(dambase_probe_wdl(tables, &position, wdl, &error), DAMBASE_ERROR_IMPOSSIBLE, "two pieces");
    position.kings[DAMBASE_BLACK].low = 4;
    CHECK(dambase_probe_wdl(tables, &position, wdl, &error) == DAMBASE_OK);
    many[0] = many[1] = many[2] = position;
    position.kings[DAMBASE_WHITE].low = 3;
    FAILS(dambase_probe_wdl(tables, &position, wdl, &error), DAMBASE_ERROR_MISSING, "KKvK");
    CHECK(wdl[0] == DAMBASE_UNKNOWN);
    position.kings[DAMBASE_BLACK].high = 1;
    FAILS(dambase_probe_wdl(tables, &position, wdl, &error), DAMBASE_ERROR_IMPOSSIBLE, "off the board");
    many[1].side = 2;
    FAILS(dambase_probe_wdl(tables, &many[1], wdl, &error), DAMBASE_ERROR_BAD_ARGUMENT, "position.side");
    FAILS(dambase_probe_wdl_batch(tables, many, 3, wdl, statuses, &error), DAMBASE_ERROR_BAD_ARGUMENT, "position 1: ");
    CHECK(statuses[0] == DAMBASE_OK && statuses[1] == DAMBASE_ERROR_BAD_ARGUMENT && statuses[2] == DAMBASE_OK);
    CHECK(wdl[0] != DAMBASE_UNKNOWN && wdl[1] == DAMBASE_UNKNOWN && wdl[2] == wdl[0]);
    many[1] = position;
    FAILS(dambase_probe_wdl_batch(tables, many, 3, wdl, NULL, &error), DAMBASE_ERROR_IMPOSSIBLE, "position 1: ");
    many[1] = many[0];
    many[1].reserved[3] = 1;
    FAILS(dambase_probe_wdl(tables, &many[1], wdl, &error), DAMBASE_ERROR_BAD_ARGUMENT, "position.reserved");
    dambase_close(tables);
}

static void broken(const char *folder, const char *good) {
    dambase_tablebase *tables;
    dambase_problems *problems;
    dambase_position position;
    dambase_wdl wdl;
    const char *both[2];

    CHECK(dambase_open("english", &folder, 1, 1 << 20, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    CHECK(dambase_problems_of(tables, &problems, &error) == DAMBASE_OK);
    CHECK(dambase_problems_count(problems) == 1);
    CHECK(strstr(dambase_problems_at(problems, 0)->path, "KvM.wdl") != NULL);
    CHECK(dambase_problems_at(problems, 0)->reason[0] != '\0' && dambase_problems_at(problems, 1) == NULL);
    dambase_problems_free(problems);
    CHECK(dambase_position_from_fen(tables, "W:WK30:B6", &position, &error) == DAMBASE_OK);
    FAILS(dambase_probe_wdl(tables, &position, &wdl, &error), DAMBASE_ERROR_BROKEN, "KvM.wdl");
    CHECK(wdl == DAMBASE_UNKNOWN);
    dambase_close(tables);
    /* Another folder has it. */
    both[0] = folder;
    both[1] = good;
    CHECK(dambase_open("english", both, 2, 1 << 20, DAMBASE_READ, &tables, &error) == DAMBASE_OK);
    CHECK(dambase_probe_wdl(tables, &position, &wdl, &error) == DAMBASE_OK && wdl != DAMBASE_UNKNOWN);
    dambase_close(tables);
    /* The rules alone. */
    CHECK(dambase_open("english", NULL, 0, 0, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    FAILS(dambase_probe_wdl(tables, &position, &wdl, &error), DAMBASE_ERROR_MISSING, "KvM");
    dambase_close(tables);
}

static void games(const char *folder) {
    dambase_tablebase *tables, *other;
    dambase_game *game, *copy;
    dambase_game_status status;
    dambase_ruled ruled;
    dambase_moves *moves;
    dambase_texts *texts;
    char *text, *first;

    CHECK(dambase_open("english", &folder, 1, 1 << 20, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    CHECK(dambase_share(tables, &other, &error) == DAMBASE_OK);
    CHECK(dambase_game_new("checkers", NULL, "W:WK1:BK13", other, &game, &error) == DAMBASE_OK);
    dambase_close(tables);
    dambase_close(other);
    /* The game keeps the tables open. */
    CHECK(dambase_game_verdict(game, &ruled, &error) == DAMBASE_OK && ruled.verdict == DAMBASE_VERDICT_WIN);
    CHECK(dambase_game_root(game, &ruled, &moves, &error) == DAMBASE_OK && ruled.wdl == DAMBASE_WIN);
    CHECK(dambase_game_push(game, dambase_moves_at(moves, 0)->text, &error) == DAMBASE_OK);
    CHECK(dambase_game_copy(game, &copy, &error) == DAMBASE_OK);
    CHECK(dambase_game_counters(copy, &text, &error) == DAMBASE_OK);
    CHECK(text[0] == '\0' || strchr(text, '=') != NULL);
    dambase_text_free(text);
    CHECK(dambase_game_undo(game, &first, &error) == DAMBASE_OK && strcmp(first, dambase_moves_at(moves, 0)->text) == 0);
    dambase_moves_free(moves);
    dambase_text_free(first);
    CHECK(dambase_game_undo(game, &first, &error) == DAMBASE_OK && first == NULL);
    /* To the end, by the best moves of both sides. */
    for (;;) {
        CHECK(dambase_game_status_of(copy, &status, &error) == DAMBASE_OK);
        if (status.state == DAMBASE_OVER || failures > 0) {
            break;
        }
        CHECK(dambase_game_root(copy, NULL, &moves, &error) == DAMBASE_OK);
        CHECK(dambase_game_push(copy, dambase_moves_at(moves, 0)->text, &error) == DAMBASE_OK);
        dambase_moves_free(moves);
    }
    CHECK(status.result == DAMBASE_WHITE_WINS && status.plies == 11 && status.article[0] == '\0');
    FAILS(dambase_game_push(copy, "1-5", &error), DAMBASE_ERROR_GAME_OVER, "11 plies");
    CHECK(dambase_game_reason(copy, &text, &error) == DAMBASE_OK && strstr(text, "no legal move") != NULL);
    dambase_text_free(text);
    CHECK(dambase_game_moves(copy, &texts, &error) == DAMBASE_OK && dambase_texts_count(texts) == 11);
    CHECK(dambase_texts_at(texts, 10) != NULL && dambase_texts_at(texts, 11) == NULL);
    dambase_texts_free(texts);
    FAILS(dambase_game_push(game, "nonsense", &error), DAMBASE_ERROR_BAD_MOVE, "nonsense");
    dambase_game_free(game);
    dambase_game_free(copy);
    /* Without tables. */
    CHECK(dambase_game_new("chess", "none", NULL, NULL, &game, &error) == DAMBASE_OK);
    CHECK(dambase_game_push(game, "e4", &error) == DAMBASE_OK);
    CHECK(dambase_game_fen(game, &text, &error) == DAMBASE_OK && strstr(text, "4P3") != NULL);
    dambase_text_free(text);
    CHECK(dambase_game_occurrences(game) == 1);
    FAILS(dambase_game_verdict(game, &ruled, &error), DAMBASE_ERROR_BAD_ARGUMENT, "without a tablebase");
    CHECK(dambase_game_legal_moves(game, &moves, &error) == DAMBASE_OK && dambase_moves_count(moves) == 20);
    CHECK(dambase_moves_at(moves, 0)->evaluation.wdl == DAMBASE_UNKNOWN);
    dambase_moves_free(moves);
    dambase_game_free(game);
}

enum { THREADS = 2, ROUNDS = 20 };

static void *thread(void *shared) {
    const dambase_tablebase *tables = shared;
    long wins = 0;
    int round, white, black;
    /* Preloading starts threads of its own, and must leave nothing behind in this one. */
    if (dambase_preload(tables, "KvM", 0, 0, (uint64_t)1 << 20, NULL, NULL) != DAMBASE_OK) {
        return NULL;
    }
    for (round = 0; round < ROUNDS; round++) {
        for (white = 0; white < 32; white++) {
            for (black = 0; black < 32; black++) {
                dambase_position position;
                dambase_error mine;
                dambase_wdl wdl;
                memset(&position, 0, sizeof position);
                position.kings[DAMBASE_WHITE].low = (uint64_t)1 << white;
                position.kings[DAMBASE_BLACK].low = (uint64_t)1 << black;
                if (dambase_probe_wdl(tables, &position, &wdl, &mine) == DAMBASE_OK) {
                    wins += wdl == DAMBASE_WIN;
                } else if (white != black || strstr(mine.message, "two pieces") == NULL) {
                    return NULL;
                }
            }
        }
    }
    return (void *)wins;
}

static void threads(const char *folder) {
    dambase_tablebase *tables;
    pthread_t running[THREADS];
    void *wins;
    int i;

    /* A small cache, so that threads take blocks from each other. */
    CHECK(dambase_open("english", &folder, 1, 1 << 10, DAMBASE_READ, &tables, &error) == DAMBASE_OK);
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&running[i], NULL, thread, tables) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        CHECK(pthread_join(running[i], &wins) == 0);
        /* As many as the table's header says. */
        CHECK((long)wins == 230L * ROUNDS);
    }
    dambase_close(tables);
}

static void names(void) {
    dambase_texts *texts;
    dambase_tablebase *tables;
    char *text;
    CHECK(dambase_games(&texts, &error) == DAMBASE_OK && dambase_texts_count(texts) == 13);
    CHECK(strcmp(dambase_texts_at(texts, 0), "russian") == 0);
    dambase_texts_free(texts);
    CHECK(dambase_draw_rules("64C", &texts, &error) == DAMBASE_OK);
    CHECK(dambase_texts_count(texts) > 0);
    dambase_texts_free(texts);
    CHECK(dambase_open("64C", NULL, 0, 0, DAMBASE_MAP, &tables, &error) == DAMBASE_OK);
    CHECK(dambase_game_of(tables, &text, &error) == DAMBASE_OK && strcmp(text, "english") == 0);
    dambase_text_free(text);
    dambase_close(tables);
    CHECK(dambase_article_text("chess", NULL, "9.3", &text, &error) == DAMBASE_OK);
    CHECK(text != NULL && strlen(text) > 10);
    dambase_text_free(text);
    CHECK(strcmp(dambase_status_text(DAMBASE_ERROR_BROKEN), "broken file") == 0);
    CHECK(strcmp(dambase_status_text(-7), "no status") == 0);
    CHECK(dambase_abi_version() == DAMBASE_ABI_VERSION);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    names();
    nulls(argv[1]);
    positions(argv[1]);
    broken(argv[2], argv[1]);
    games(argv[1]);
    threads(argv[1]);
    return failures == 0 ? 0 : 1;
}
