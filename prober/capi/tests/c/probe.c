/*
 * Asks every kind of question about the positions it reads, and prints the answers: tests/c_programs.rs compares them with those it gets
 * without this interface.
 *
 *     probe GAME FOLDER DRAW_RULES < FENS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dambase.h"

#define MOST 4096

static dambase_error error;

static void check(dambase_status status) {
    if (status != DAMBASE_OK) {
        fprintf(stderr, "%d: %s\n", (int)status, error.message);
        exit(1);
    }
}

static void moves(const char *name, dambase_moves *list) {
    size_t i;
    printf("%s", name);
    for (i = 0; i < dambase_moves_count(list); i++) {
        const dambase_move *move = dambase_moves_at(list, i);
        printf(" %s:%d:%d:%d:%d:%s", move->text, move->evaluation.wdl, (int)move->evaluation.dtw, move->ruled.verdict,
               (int)move->ruled.dtc, move->ruled.article);
    }
    printf("\n");
    dambase_moves_free(list);
}

static void ask(const dambase_tablebase *tables, const char *rules, const char *text, dambase_position *position) {
    dambase_position after;
    dambase_moves *list;
    dambase_evaluation evaluation, dtw;
    dambase_ruled ruled;
    dambase_wdl wdl, over;
    dambase_status status;
    char *fen;

    check(dambase_position_from_fen(tables, text, position, &error));
    check(dambase_position_fen(tables, position, &fen, &error));
    printf("fen %s\n", fen);
    dambase_text_free(fen);
    check(dambase_probe_wdl(tables, position, &wdl, &error));
    check(dambase_probe_dtw(tables, position, &dtw, &error));
    check(dambase_probe(tables, position, &evaluation, &error));
    check(dambase_over(tables, position, &over, &error));
    printf("value %d %d %d %d %d %d\n", wdl, dtw.wdl, (int)dtw.dtw, evaluation.wdl, (int)evaluation.dtw, over);
    status = dambase_probe_wdl_in_memory(tables, position, &wdl, NULL);
    if (status != DAMBASE_OK && status != DAMBASE_NOT_IN_MEMORY) {
        check(status);
    }
    if (status == DAMBASE_OK && wdl != evaluation.wdl) {
        printf("in memory %d\n", wdl);
    }
    check(dambase_legal_moves(tables, position, &list, &error));
    if (dambase_moves_count(list) > 0) {
        const dambase_move *first = dambase_moves_at(list, 0);
        check(dambase_play(tables, position, first->text, &after, &error));
        printf("played %s\n", memcmp(&after, &first->after, sizeof after) == 0 ? first->text : "something else");
    }
    moves("legal", list);
    check(dambase_root(tables, position, &evaluation, &list, &error));
    printf("root %d %d\n", evaluation.wdl, (int)evaluation.dtw);
    moves("ranked", list);
    check(dambase_line(tables, position, &list, &error));
    moves("line", list);
    if (strcmp(rules, "none") != 0) {
        check(dambase_probe_verdict(tables, position, rules, NULL, &ruled, &error));
        printf("verdict %d %d %d %s\n", ruled.verdict, ruled.wdl, (int)ruled.dtc, ruled.article);
        check(dambase_root_verdict(tables, position, rules, "", &ruled, &list, &error));
        moves("ruled", list);
    }
}

int main(int argc, char **argv) {
    static dambase_position positions[MOST];
    static dambase_wdl wdl[MOST];
    static dambase_evaluation dtw[MOST];
    static dambase_status statuses[MOST];
    dambase_tablebase *tables;
    dambase_tables *list;
    dambase_problems *problems;
    dambase_preloaded preloaded;
    const char *folder;
    char line[1024];
    size_t count = 0, i;

    if (argc != 4) {
        return 2;
    }
    folder = argv[2];
    check(dambase_open(argv[1], &folder, 1, 1 << 20, DAMBASE_READ, &tables, &error));
    check(dambase_tables_of(tables, &list, &error));
    for (i = 0; i < dambase_tables_count(list); i++) {
        const dambase_table *table = dambase_tables_at(list, i);
        printf("table %s %d %s %u %llu %llu\n", table->material, (int)table->metric,
               table->draw_rules == NULL ? "-" : table->draw_rules, (unsigned)table->pieces, (unsigned long long)table->values,
               (unsigned long long)table->bytes);
    }
    dambase_tables_free(list);
    check(dambase_missing_of(tables, &list, &error));
    for (i = 0; i < dambase_tables_count(list); i++) {
        printf("missing %s %d\n", dambase_tables_at(list, i)->material, (int)dambase_tables_at(list, i)->metric);
    }
    dambase_tables_free(list);
    check(dambase_problems_of(tables, &problems, &error));
    printf("problems %u\n", (unsigned)dambase_problems_count(problems));
    dambase_problems_free(problems);
    printf("bytes %llu pieces %u\n", (unsigned long long)dambase_file_bytes(tables), (unsigned)dambase_most_pieces(tables));
    while (count < MOST && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        ask(tables, argv[3], line, &positions[count++]);
    }
    check(dambase_preload(tables, NULL, 0, DAMBASE_METRIC_DTW, (uint64_t)1 << 30, &preloaded, &error));
    printf("preloaded %llu %llu\n", (unsigned long long)preloaded.tables, (unsigned long long)preloaded.bytes);
    check(dambase_probe_wdl_batch(tables, positions, count, wdl, statuses, &error));
    check(dambase_probe_dtw_batch(tables, positions, count, dtw, NULL, &error));
    for (i = 0; i < count; i++) {
        printf("batch %d %d %d %d\n", (int)statuses[i], wdl[i], dtw[i].wdl, (int)dtw[i].dtw);
    }
    dambase_close(tables);
    return 0;
}
