#!/bin/sh
# createCertificate: sends one certificate. The key names this report: sent again, nothing happens twice.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Idempotency-Key: EA-2026-01187" \
  --header "Content-Type: application/json" \
  --data @certificate.json
