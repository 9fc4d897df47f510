# shellcheck shell=bash
# What the script of a clone and that of the archive share: how a Java is found, and with which flags the command starts.
# The one that reads this has said in 'java_needs' what it takes: 'JDK', or 'JDK or JRE'.

: "${java_needs:?}"
wanted=25
nicely=""

die() {
  printf 'tutti: %s\n' "$1" >&2
  exit "${2:-2}"
}

# --- a Java ------------------------------------------------------------------------------------

# The feature version of the JDK, or where that is enough the JRE, in folder $1; nothing if there is none.
version_in() {
  [ -x "$1/bin/java" ] || return 0
  [ "$java_needs" != JDK ] || [ -x "$1/bin/javac" ] || return 0
  local line="" version=""
  if [ -r "$1/release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case "$line" in JAVA_VERSION=*) version=${line#JAVA_VERSION=} ;; esac
    done <"$1/release"
    version=${version//\"/}
  else
    # Some distributions ship no release file: then the JDK says it itself.
    version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
  fi
  version=${version%%[.+-]*}
  case "$version" in '' | *[!0-9]*) return 0 ;; esac
  printf '%s' "$version"
}

# Sets 'java_home' if folder $1 has a Java that is new enough.
accept() {
  local found
  found=$(version_in "$1")
  [ -n "$found" ] && [ "$found" -ge "$wanted" ] || return 1
  java_home=$1
}

# The folder of the Java that a 'java' on the PATH belongs to.
home_of_path_java() {
  local java target
  java=$(command -v java 2>/dev/null) || return 1
  while [ -L "$java" ]; do
    target=$(readlink "$java")
    case "$target" in /*) java=$target ;; *) java=$(dirname "$java")/$target ;; esac
  done
  (cd "$(dirname "$java")/.." 2>/dev/null && pwd -P)
}

# Says in one line that JAVA_HOME is not the Java that is used, and why.
passed_over() {
  local found
  found=$(version_in "$JAVA_HOME")
  if [ -n "$found" ]; then
    printf 'tutti: JAVA_HOME=%s is a %s %s, and %s or newer is needed: using %s\n' "$JAVA_HOME" "$java_needs" "$found" "$wanted" "$java_home" >&2
  else
    printf 'tutti: JAVA_HOME=%s is no %s: using %s\n' "$JAVA_HOME" "$java_needs" "$java_home" >&2
  fi
}

find_java() {
  local candidate
  if [ -n "${JAVA_HOME:-}" ] && accept "$JAVA_HOME"; then return 0; fi
  if candidate=$(home_of_path_java) && accept "$candidate"; then return 0; fi
  # The exact version first, then anything newer; a name without match stays as it is and is no JDK.
  for candidate in \
    /usr/lib/jvm/*"$wanted"* /usr/lib/jvm/* /usr/java/* /usr/local/java/* /usr/local/lib/jvm/* \
    "${HOME:-/}"/.sdkman/candidates/java/* "${HOME:-/}"/.jdks/* "${HOME:-/}"/.local/share/mise/installs/java/* \
    "${HOME:-/}"/.asdf/installs/java/* /opt/* /opt/java/* /opt/jdk/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if accept "$candidate"; then return 0; fi
  done
  return 1
}

find_java || die "needs a $java_needs $wanted or newer, and found none in JAVA_HOME, PATH and the usual folders: get one at https://adoptium.net (or 'sdk install java $wanted-tem') and set JAVA_HOME to it"
if [ -n "${JAVA_HOME:-}" ] && [ "$JAVA_HOME" != "$java_home" ]; then passed_over; fi
export JAVA_HOME="$java_home"
java="$JAVA_HOME/bin/java"

# --- the start ---------------------------------------------------------------------------------

# Objects with headers of eight bytes instead of twelve (JEP 519): rows are smaller. The cache must be made with them, too.
headers="-XX:+IgnoreUnrecognizedVMOptions -XX:+UseCompactObjectHeaders"

# Starts a small service by jar $1 once and keeps in file $2 what the Java virtual machine loaded and learnt for it, so
# that the next start need not do it again: it takes half the time. In 'nicely' is a command that runs it at low priority;
# what else is said goes to 'warm-up'.
make_cache() {
  local jar=$1 cache=$2
  shift 2
  # shellcheck disable=SC2086
  ${nicely:-} "$java" $headers -XX:AOTCacheOutput="$cache" -Xlog:all=off -jar "$jar" warm-up "$@"
}

# Paths and names may have any letters. A Java whose locale has another charset than UTF-8, as under systemd and in many
# images, cannot even name them; where it is UTF-8, nothing changes.
speak_utf8() {
  case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
    *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
    *) export LC_ALL=C.UTF-8 ;;
  esac
}

# Becomes the command that jar $1 has, with cache $2 if there is one, and with the other arguments.
start() {
  local jar=$1 cache=$2 flags size
  shift 2
  speak_utf8
  # Virtual threads are not kept in a registry for thread dumps: that costs time per transaction, and
  # keeps what the simulator's crashed nodes abandoned.
  # Exceptions that Java throws by itself keep their message however often they come: people see it in
  # 'internal-error', and a simulated run must be the same whatever ran before it.
  # shellcheck disable=SC2206
  flags=($headers -Djdk.trackAllThreads=false -XX:-OmitStackTraceInFastThrow)
  # A service whose heap is full ends, with status 3 and a line that says so, and its supervisor starts it again: what
  # goes on after such an error answers nobody. Figures and simulations handle the error by themselves.
  if [ "${1:-}" = run ]; then flags+=(-XX:+ExitOnOutOfMemoryError); fi
  if [ -n "${root:-}" ]; then flags+=("-Dtutti.root=$root"); fi
  flags+=("-Dtutti.manual=${root:-${home:-}}/docs")
  if [ -t 2 ]; then
    flags+=(-Dtutti.stderr.terminal=true)
    size=$(stty size <&2 2>/dev/null || true)
    case "${size#* }" in '' | 0 | *[!0-9]*) ;; *) flags+=("-Dtutti.columns=${size#* }") ;; esac
  fi
  if [ -r "$cache" ]; then
    # Where the cache does not fit the options below, Java goes on without it.
    flags+=(-XX:AOTCache="$cache" -Xlog:aot=off -Xlog:cds=off)
  fi
  # A simulation is a thread for each run, and hardly anything outlives one: the simplest collector costs it least.
  case "${1:-}/${TUTTI_JAVA_OPTIONS:-}" in
    *Use*GC*) ;;
    simulate/*) flags+=(-XX:+UseSerialGC) ;;
  esac
  # Runs with thousands of clients may take 6 GB each, as many at once as memory allows; Java's quarter of it is too
  # little for one. Only these: other figures measure Java as it is started for a server.
  case " $* " in
    ' bench figure '*'janus-'[34]*) flags+=(-XX:MaxRAMPercentage=75) ;;
  esac
  # Options for the Java virtual machine itself, for instance TUTTI_JAVA_OPTIONS='-Xmx4g'. In TUTTI_CLASS_PATH are jars, and
  # folders of classes, that join by META-INF/services: a concurrency control or a commit protocol of one's own.
  if [ -n "${TUTTI_CLASS_PATH:-}" ]; then
    # shellcheck disable=SC2086
    # What the manifest of the jar says counts with -jar alone.
    flags+=(--add-opens java.base/java.lang=ALL-UNNAMED --enable-native-access=ALL-UNNAMED)
    exec "$java" "${flags[@]}" ${TUTTI_JAVA_OPTIONS:-} -cp "$jar:$TUTTI_CLASS_PATH" tutti.cli.Tutti "$@"
  fi
  # shellcheck disable=SC2086
  exec "$java" "${flags[@]}" ${TUTTI_JAVA_OPTIONS:-} -jar "$jar" "$@"
}
