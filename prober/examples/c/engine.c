/*
 * A small complete engine on libdambase: perfect inside its tables, a shallow alpha-beta search outside them.
 *
 *     engine GAME FOLDER [FEN...]
 *
 * FOLDER holds tables as `dambase generate` makes them. Without a FEN it reads one a line from standard input. For each it prints the move
 * to play and why. It plays any of the games: what it knows of rules it asks the library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dambase.h"

enum {
    DEPTH = 5,              /* plies that are searched in full, outside the tables */
    INFINITE = 1000000,
    WON = 100000,           /* less one for each ply: a win that is known, not counted */
    MAN = 100
};

typedef struct engine {
    dambase_tablebase *tables;
    unsigned most_pieces;   /* no table has more */
    unsigned long nodes;
    unsigned long probes;
} engine;

static void die(const char *what, const dambase_error *error) {
    fprintf(stderr, "engine: %s: %s (%s)\n", what, error->message, dambase_status_text(error->status));
    exit(1);
}

static unsigned bits(uint64_t set) {
    unsigned count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

static unsigned squares(dambase_squares set) {
    return bits(set.low) + bits(set.high);
}

static unsigned pieces_of(const dambase_position *position, int side) {
    return squares(position->men[side]) + squares(position->kings[side]) + bits(position->queens[side])
        + bits(position->rooks[side]) + bits(position->bishops[side]) + bits(position->knights[side]);
}

static unsigned pieces(const dambase_position *position) {
    return pieces_of(position, DAMBASE_WHITE) + pieces_of(position, DAMBASE_BLACK);
}

static int material(const dambase_position *position, int side) {
    return MAN * (int)squares(position->men[side]) + 3 * MAN * (int)squares(position->kings[side])
        + 9 * MAN * (int)bits(position->queens[side]) + 5 * MAN * (int)bits(position->rooks[side])
        + 3 * MAN * (int)(bits(position->bishops[side]) + bits(position->knights[side]));
}

/* For the side to move. */
static int evaluate(const dambase_position *position) {
    return material(position, position->side) - material(position, !position->side);
}

/* What a value that is known for certain is worth in the search, the sooner the better. */
static int known(dambase_wdl wdl, int ply) {
    return wdl == DAMBASE_WIN ? WON - ply : wdl == DAMBASE_LOSS ? ply - WON : 0;
}

/*
 * Asks the tables. A table that is not there is no answer, and neither is one that is not worth waiting for; a broken one is told of: to
 * search on would be to guess.
 */
static int ask(engine *engine, const dambase_position *position, int in_memory_alone, dambase_wdl *wdl) {
    dambase_error error;
    dambase_status status;
    if (pieces(position) > engine->most_pieces) {
        return 0;
    }
    engine->probes++;
    status = in_memory_alone ? dambase_probe_wdl_in_memory(engine->tables, position, wdl, &error)
                             : dambase_probe_wdl(engine->tables, position, wdl, &error);
    switch (status) {
    case DAMBASE_OK:
        return 1;
    case DAMBASE_NOT_IN_MEMORY:
    case DAMBASE_ERROR_MISSING:
    case DAMBASE_ERROR_OUT_OF_SCOPE:
        return 0;
    default:
        die("probe", &error);
        return 0;
    }
}

static int search(engine *engine, const dambase_position *position, int depth, int ply, int alpha, int beta) {
    dambase_error error;
    dambase_wdl wdl;
    dambase_moves *moves;
    size_t count, i;
    unsigned before = pieces(position);
    int best = -INFINITE, all_capture = 1, quiet = depth <= 0;

    engine->nodes++;
    /* In quiescence only what is in memory: there are many such nodes, and each is worth little. */
    if (ask(engine, position, quiet, &wdl)) {
        return known(wdl, ply);
    }
    if (dambase_legal_moves(engine->tables, position, &moves, &error) != DAMBASE_OK) {
        die("moves", &error);
    }
    count = dambase_moves_count(moves);
    if (count == 0) {
        dambase_moves_free(moves);
        if (dambase_over(engine->tables, position, &wdl, &error) != DAMBASE_OK) {
            die("over", &error);
        }
        return known(wdl, ply);
    }
    for (i = 0; i < count; i++) {
        all_capture = all_capture && pieces(&dambase_moves_at(moves, i)->after) < before;
    }
    /* Where every move captures, as the rules of draughts have it, there is no standing still. */
    if (quiet && !all_capture) {
        best = evaluate(position);
        alpha = best > alpha ? best : alpha;
    }
    for (i = 0; i < count && alpha < beta; i++) {
        const dambase_move *move = dambase_moves_at(moves, i);
        int value;
        if (quiet && pieces(&move->after) == before) {
            continue;
        }
        value = -search(engine, &move->after, depth - 1, ply + 1, -beta, -alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    dambase_moves_free(moves);
    return best;
}

/* Outside the tables: the move that the search likes best. */
static void think(engine *engine, const dambase_position *position) {
    dambase_error error;
    dambase_moves *moves;
    const dambase_move *chosen = NULL;
    size_t i;
    int alpha = -INFINITE;

    engine->nodes = engine->probes = 0;
    if (dambase_legal_moves(engine->tables, position, &moves, &error) != DAMBASE_OK) {
        die("moves", &error);
    }
    for (i = 0; i < dambase_moves_count(moves); i++) {
        const dambase_move *move = dambase_moves_at(moves, i);
        int value = -search(engine, &move->after, DEPTH - 1, 1, -INFINITE, -alpha);
        if (chosen == NULL || value > alpha) {
            chosen = move;
            alpha = value;
        }
    }
    if (chosen == NULL) {
        printf("no move: the game is over\n");
    } else {
        const char *sure = alpha > WON / 2 ? ", a win" : alpha < -WON / 2 ? ", a loss" : "";
        printf("%s by search, value %d%s, %lu nodes, %lu probes\n", chosen->text, alpha, sure, engine->nodes, engine->probes);
    }
    dambase_moves_free(moves);
}

static void play(engine *engine, const char *fen) {
    static const char *const words[] = {"a loss", "a draw", "a win"};
    dambase_error error;
    dambase_position position;
    dambase_evaluation evaluation;
    dambase_moves *moves = NULL;

    if (dambase_position_from_fen(engine->tables, fen, &position, &error) != DAMBASE_OK) {
        printf("error: %s\n", error.message);
        return;
    }
    switch (dambase_root(engine->tables, &position, &evaluation, &moves, &error)) {
    case DAMBASE_OK:
        if (dambase_moves_count(moves) == 0) {
            printf("no move: the game is over\n");
        } else {
            printf("%s by tables, %s", dambase_moves_at(moves, 0)->text, words[evaluation.wdl + 1]);
            if (evaluation.dtw >= 0) {
                printf(" in %d plies", (int)evaluation.dtw);
            }
            printf("\n");
        }
        dambase_moves_free(moves);
        break;
    case DAMBASE_ERROR_MISSING:
    case DAMBASE_ERROR_OUT_OF_SCOPE:
        think(engine, &position);
        break;
    default:
        printf("error: %s\n", error.message);
    }
}

int main(int argc, char **argv) {
    engine engine = {NULL, 0, 0, 0};
    dambase_error error;
    const char *folder;
    int i;

    if (argc < 3) {
        fprintf(stderr, "usage: engine GAME FOLDER [FEN...]\n");
        return 2;
    }
    if (dambase_abi_version() != DAMBASE_ABI_VERSION) {
        fprintf(stderr, "engine: made for another libdambase than %s\n", dambase_version());
        return 1;
    }
    folder = argv[2];
    if (dambase_open(argv[1], &folder, 1, DAMBASE_DEFAULT_CACHE_BYTES, DAMBASE_MAP, &engine.tables, &error) != DAMBASE_OK) {
        die("open", &error);
    }
    engine.most_pieces = dambase_most_pieces(engine.tables);
    /* Small tables whole: probes in the tree then look in one place. It is no harm if they take more than this. */
    dambase_preload(engine.tables, NULL, 0, DAMBASE_METRIC_WDL, (uint64_t)64 << 20, NULL, NULL);
    for (i = 3; i < argc; i++) {
        play(&engine, argv[i]);
    }
    if (argc == 3) {
        char line[1024];
        while (fgets(line, sizeof line, stdin) != NULL) {
            line[strcspn(line, "\r\n")] = '\0';
            if (line[0] != '\0') {
                play(&engine, line);
                fflush(stdout);
            }
        }
    }
    dambase_close(engine.tables);
    return 0;
}
