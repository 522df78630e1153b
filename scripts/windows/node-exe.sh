#!/usr/bin/env bash
# Runs node.exe with the project under Wine, in mounts of its own that end with it.
#
#   node-exe.sh <folder of prepare.sh> <checkout> <file for the output> <arguments of node.exe>
#
# There Z:\w\app is the checkout, Z:\w\shared what lies beside it, Z:\tmp the machine's /tmp, \\nas\books a share.
set -euo pipefail
if [[ ${1:-} != --inside ]]; then exec unshare --mount --propagation private "$0" --inside "$@"; fi
shift
folder=$1 checkout=$2 output=$3
shift 3
root=$folder/trixie
mkdir -p "$root/w/app" "$root/w/node" "$root/w/shared" "$root/tmp" "$root/proc" "$root/root/share"
mount -t proc proc "$root/proc"
mount --bind /tmp "$root/tmp"
mount --bind "$checkout" "$root/w/app"
mount --bind "$folder/packages/node_modules" "$root/w/app/node_modules"
mount --bind "$folder/node/package/bin" "$root/w/node"
if [[ -d $checkout/../shared ]]; then mount --bind -o ro "$checkout/../shared" "$root/w/shared"; fi
# Wine makes its drives itself, once.
if [[ -d $root/root/prefix/dosdevices ]]; then
  mkdir -p "$root/root/prefix/dosdevices/unc/nas"
  ln -sfn /root/share "$root/root/prefix/dosdevices/unc/nas/books"
fi

# Its output goes to a file, because libuv cannot write to the pipes of Wine.
exec chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 \
  WINEPREFIX=/root/prefix WINEDEBUG=-all XDG_RUNTIME_DIR=/root CI=true OCTAVO_TEST_SHARE='\\nas\books' \
  /bin/sh -c 'cd /w/app && exec /usr/lib/wine/wine64 /w/node/node.exe "$@"' node "$@" \
  </dev/null >"$output" 2>&1
