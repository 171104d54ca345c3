#!/bin/sh
# listPartnerEvents: what happened after `next` of the last answer; all that we have if AFTER is empty.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --get "$BASE_URL/api/partner/events" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --data-urlencode "after=${AFTER:-}"
