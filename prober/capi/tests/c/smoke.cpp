// The header is one of C++ as well.
#include <cstdio>
#include <memory>
#include <string>

#include "dambase.h"

struct Close {
    void operator()(dambase_tablebase *tables) const { dambase_close(tables); }
    void operator()(dambase_moves *moves) const { dambase_moves_free(moves); }
};

int main(int argc, char **argv) {
    if (argc != 4) {
        return 2;
    }
    dambase_error error;
    const char *folders[] = {argv[2]};
    dambase_tablebase *opened = nullptr;
    if (dambase_open(argv[1], folders, 1, DAMBASE_DEFAULT_CACHE_BYTES, DAMBASE_MAP, &opened, &error) != DAMBASE_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const std::unique_ptr<dambase_tablebase, Close> tables{opened};
    dambase_position position{};
    dambase_evaluation evaluation{};
    dambase_moves *list = nullptr;
    if (dambase_position_from_fen(tables.get(), argv[3], &position, &error) != DAMBASE_OK
        || dambase_root(tables.get(), &position, &evaluation, &list, &error) != DAMBASE_OK) {
        std::fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const std::unique_ptr<dambase_moves, Close> moves{list};
    const std::string best = dambase_moves_at(moves.get(), 0)->text;
    static_assert(sizeof(dambase_position) == 136 && sizeof(dambase_wdl) == 1, "as in C");
    std::printf("%s %d %d\n", best.c_str(), static_cast<int>(evaluation.wdl), static_cast<int>(evaluation.dtw));
}
