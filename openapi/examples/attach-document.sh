#!/bin/sh
# attachOwnDocument: sends the PDF of a certificate. Needs CERTIFICATE_ID, and PDF_FILE with its full path.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include --request PUT "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID/document" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/pdf" \
  --header "Content-Digest: sha-256=:$(openssl dgst -sha256 -binary "$PDF_FILE" | base64):" \
  --data-binary "@$PDF_FILE"
