#!/usr/bin/env bash
# How many.
LIMIT=40

# Refills.
refill() {
  local amount=$1
  echo "$amount"
}

function drain {
  if true; then
    echo 0
  fi
}
