#!/bin/sh
# amendOwnCertificate: replaces a published certificate. Needs CERTIFICATE_ID and ETAG of that one.
set -eu
cd "$(dirname "$0")"

sed 's/^{/{ "reason": "The container size was wrong: 355 mL, not 330 mL.",/' certificate.json |
  curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID/amendments" \
    --header "Authorization: Bearer $CLEARBATCH_KEY" \
    --header "Idempotency-Key: EA-2026-01187-revision-2" \
    --header "If-Match: $ETAG" \
    --header "Content-Type: application/json" \
    --data @-
