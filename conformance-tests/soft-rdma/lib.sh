# Helpers for bash scripts that run inside the guest; source it.
#   . conformance-tests/soft-rdma/lib.sh

# wait_listen PORT [SECONDS]: until something listens on the port: TCP, kernel siw, or the RDMA
# connection manager (which on rxe opens no TCP port). Status 1 when nobody does in time (60 s).
wait_listen() {
  local hex end=$((SECONDS + ${2:-60}))
  hex=$(printf ':%04X' "$1")
  while [ $SECONDS -lt $end ]; do
    # a line of these tables: number, local address:port, remote address:port, state (0A = listens)
    grep -qE "^ *[0-9]+: [0-9A-F]+$hex [0-9A-F:]+ 0A " /proc/net/tcp /proc/net/tcp6 && return 0
    rdma resource show cm_id 2> /dev/null | grep -qE "state LISTEN .*src-addr [^ ]*:$1 " && return 0
    sleep 0.1
  done
  echo "wait_listen: nobody listens on port $1" >&2
  return 1
}

# both SECONDS PORT SERVER CLIENT: runs the two shell commands, the client once the server listens
# on the port; prints what each wrote. Status 0 when both end with 0 in time. A server whose client
# has failed gets three seconds to end.
both() {
  local folder server tenth status=0
  folder=$(mktemp -d)
  timeout "$1" bash -c "$3" > "$folder/server" 2>&1 &
  server=$!
  if wait_listen "$2" "$1"; then
    timeout "$1" bash -c "$4" > "$folder/client" 2>&1 || status=$?
    [ $status = 0 ] || echo "both: the client ended with $status: $4" >&2
  else
    status=1
  fi
  for ((tenth = 0; status != 0 && tenth < 30; tenth++)); do
    kill -0 "$server" 2> /dev/null || break
    sleep 0.1
  done
  [ $status = 0 ] || kill "$server" 2> /dev/null
  wait "$server" || {
    echo "both: the server ended with $?: $3" >&2
    status=1
  }
  cat "$folder"/*
  rm -r "$folder"
  return $status
}

# capture FILE COMMAND [ARG...]: runs the command while the TCP traffic of lo that CAPTURE_FILTER
# lets through (default: all) is written to FILE, in the guest or in another network of its own; the
# command's status. Needs dumpcap of Debian's tshark.
capture() {
  local file=$1 pid status=0 mark end
  shift
  rm -f "$file"
  mkdir -p "$(dirname "$file")"
  dumpcap -q -i lo -B 128 -f "(${CAPTURE_FILTER:-tcp}) or udp port 9" -w "$file" 2> "$file.log" &
  pid=$!
  end=$((SECONDS + 90))
  until [ -s "$file" ]; do # its header is written when capturing has begun
    [ $SECONDS -lt $end ] && kill -0 $pid 2> /dev/null || {
      echo "capture: dumpcap does not start: $(cat "$file.log")" >&2
      return 1
    }
    sleep 0.1
  done
  "$@" || status=$?
  # What is on its way to the file is there once a mark sent last has arrived.
  mark=end-of-capture-$RANDOM$RANDOM
  end=$((SECONDS + 90))
  until grep -q -a -F "$mark" "$file"; do
    [ $SECONDS -lt $end ] || {
      echo "capture: the last packets do not arrive in $file" >&2
      status=1
      break
    }
    { echo "$mark" > /dev/udp/127.0.0.1/9; } 2> /dev/null
    sleep 0.1
  done
  kill -INT $pid
  wait $pid || {
    echo "capture: dumpcap ended with $?: $(cat "$file.log")" >&2
    status=1
  }
  grep -q '^Packets received/dropped.*: [0-9]*/0 ' "$file.log" || {
    echo "capture: packets were lost: $(tail -n 1 "$file.log")" >&2
    status=1
  }
  return $status
}
