#!/bin/sh
# sendBulkJob: sends many certificates, one a line. Cut off? Send the same file under the same key.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/bulk-jobs" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Idempotency-Key: november-2026" \
  --header "Content-Type: application/x-ndjson" \
  --data-binary @certificates.ndjson
