#!/bin/sh
# Lays out the headless service for a container: the program below ROOT/opt/gatehouse, which nothing changes later, and
# ROOT/data for the workspace. The Dockerfile runs it, and so does test/packaging/container.package.ts.
# Use: install.sh PACKAGE ROOT      PACKAGE: what `npm run pack:service` made
set -eu
package=$1
root=$2
here=$(cd "$(dirname "$0")" && pwd)
program=$root/opt/gatehouse

mkdir -p "$program"
npm install --prefix "$program" --omit=dev --ignore-scripts --prefer-offline --no-audit --no-fund --no-save "$package"

# The driver brings its sources and binaries for six systems; one is needed.
driver=$program/node_modules/sqlite3
system=$(node -p '`${process.platform}-${process.arch}`')
rm -rf "$driver/deps" "$driver/src" "$program/node_modules/node-gyp" "$program/node_modules/@types"
find "$driver/prebuilds" -mindepth 1 -maxdepth 1 ! -name "$system" -exec rm -rf {} +

cp "$here/health.mjs" "$program/health.mjs"
chmod -R a+rX,go-w "$root/opt"

# For its owner alone: the workspace and the key of its secrets are in it.
mkdir -p "$root/data"
chmod 700 "$root/data"
