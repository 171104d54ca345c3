#!/bin/sh
# correctCertificate: answers a request for changes. Needs CERTIFICATE_ID and ETAG, as you last read them.
set -eu
cd "$(dirname "$0")"

sed 's/"thcContent": 4.82/"thcContent": 4.81/' certificate.json |
  curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID" \
    --request PUT \
    --header "Authorization: Bearer $CLEARBATCH_KEY" \
    --header "If-Match: $ETAG" \
    --header "Content-Type: application/json" \
    --data @-
