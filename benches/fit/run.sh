#!/bin/sh
# Makes the slices that prices are fitted to, and those that they are judged by (held_out.rs): run.sh FIT FOLDER RECORDS
# The folder is emptied. Records are added to those that are there.
set -eu
fit=$1 folder=$2 records=$3
case $folder in ?*/?*) rm -rf "$folder" ;; *) echo "a folder with a path, please" >&2; exit 2 ;; esac
[ -s "$records" ] || "$fit" heading > "$records"

both=$folder/both only=$folder/wdl
make() { "$fit" measure "$@" >> "$records"; }
again() { # folder game material...: what it depends on is read back
    into=$1 game=$2 material=$3 metrics=$4
    rm -f "$into/$game/$material".*
    make "$game" "$material" "$metrics" 1 "$into"
}

for game in english russian; do
    make $game 5 wdl,dtw 1 "$both"
    make $game 5 wdl 1 "$only"
done
for game in spancireti international russian-giveaway brazilian italian stop-after artamonov chess; do
    make $game 4 wdl,dtw 1 "$both"
    make $game 4 wdl 1 "$only"
done
for game in canadian international-giveaway; do
    make $game 3 wdl,dtw 1 "$both"
    make $game 3 wdl 1 "$only"
done
for game in english russian; do
    again "$both" $game KMMvKM wdl,dtw
    again "$only" $game KMMvKM wdl
done
again "$both" chess KRPvK wdl,dtw
again "$only" chess KRPvK wdl
again "$both" international KMvKM wdl,dtw

# Larger than the whole sets above, each with all it depends on made or read back.
make english KKMvKMM wdl,dtw 1 "$both"
make russian KKMvKMM wdl 1 "$only"
make spancireti KKMvKM wdl,dtw 1 "$both"
make international KKMvKM wdl 1 "$only"
make chess KRPvKR wdl 1 "$only"

# Under draw rules; tables of win, draw and loss stand.
make chess 4 dtc 1 "$only" fide2014
make russian 4 dtc 1 "$both" russian-code
make stop-after 4 dtc 1 "$only" russian-code
make spancireti 3 dtc 1 "$only" mark
make international 4 dtc 1 "$only" fmjd
