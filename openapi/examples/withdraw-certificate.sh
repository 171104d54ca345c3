#!/bin/sh
# withdrawOwnCertificate: withdraws a certificate. Needs CERTIFICATE_ID and ETAG.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID/withdrawal" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "If-Match: $ETAG" \
  --header "Content-Type: application/json" \
  --data '{ "reason": "The sample was mixed up with that of another batch." }'
