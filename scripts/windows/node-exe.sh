#!/usr/bin/env bash
# Runs node.exe with the project under Wine, with mounts and processes of its own that end with it, however it ends.
#
#   node-exe.sh <folder of prepare.sh> <checkout> <file for the output> <arguments of node.exe>
#
# There Z:\w\app is the checkout, Z:\w\shared what lies beside it, Z:\tmp the machine's /tmp, \\nas\books a share.
# What runs at the same time has a drive C: and a server of Wine for itself.
set -euo pipefail
if [[ ${1:-} != --inside ]]; then
  lane=1
  exec 9>"$1/lane-$lane.lock"
  until flock --nonblock 9; do
    lane=$((lane + 1))
    exec 9>"$1/lane-$lane.lock"
  done
  exec unshare --mount --propagation private --pid --fork --kill-child=SIGKILL "$0" --inside "$lane" "$@"
fi
lane=$2
shift 2
folder=$1 checkout=$2 output=$3
shift 3
exec </dev/null >"$output" 2>&1
root=$folder/trixie
prefix=/root/prefix-$lane
mkdir -p "$root/w/app" "$root/w/node" "$root/w/shared" "$root/tmp" "$root/proc" "$root/root/share-$lane"
mount -t proc proc "$root/proc"
mount --bind /tmp "$root/tmp"
mount --bind "$checkout" "$root/w/app"
mount --bind "$folder/packages/node_modules" "$root/w/app/node_modules"
mount --bind "$folder/node/package/bin" "$root/w/node"
if [[ -d $checkout/../shared ]]; then mount --bind -o ro "$checkout/../shared" "$root/w/shared"; fi

# Its output goes to a file, because libuv cannot write to the pipes of Wine. Not with exec: this shell is the first
# of the processes here, and so the one that takes leave of all others. Its lock is not for what outlives it.
node_exe() {
  chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 WINEPREFIX="$prefix" WINEDEBUG=-all \
    XDG_RUNTIME_DIR=/root CI=true OCTAVO_TEST_SHARE='\\nas\books' OCTAVO_TEST_RECORD="${OCTAVO_TEST_RECORD:-}" \
    /bin/sh -c 'cd /w/app && exec /usr/lib/wine/wine64 /w/node/node.exe "$@"' node "$@" 9>&-
}
# Wine makes its drives and its registry itself, once. Its server writes the registry when it ends, some seconds after
# the last program; without a registry no program gets random numbers.
if [[ ! -s $root$prefix/system.reg ]]; then
  rm -rf "${root:?}$prefix"
  node_exe --version
  chroot "$root" /usr/bin/env -i HOME=/root WINEPREFIX="$prefix" /usr/lib/wine/wineserver64 --wait
fi
rm -rf "$root$prefix"/drive_c/users/root/AppData/Local/Temp/octavo-* "$root/root/share-$lane"/*
mkdir -p "$root$prefix/dosdevices/unc/nas"
ln -sfn "/root/share-$lane" "$root$prefix/dosdevices/unc/nas/books"
node_exe "$@"
