#!/bin/sh
# Sends the same file compressed, with sendBulkJob. Cut off? Send the same file under the same key, compressed or not.
set -eu
cd "$(dirname "$0")"

gzip --stdout certificates.ndjson |
  curl -sS --fail-with-body --include "$BASE_URL/api/partner/bulk-jobs" \
    --header "Authorization: Bearer $CLEARBATCH_KEY" \
    --header "Idempotency-Key: november-2026" \
    --header "Content-Type: application/x-ndjson" \
    --header "Content-Encoding: gzip" \
    --data-binary @-
