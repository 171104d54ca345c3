#!/bin/sh
# uploadOwnDocument: sends a PDF under its SHA-256, for certificates that name it. Needs PDF_FILE with its full path.
set -eu
cd "$(dirname "$0")"

SHA256=$(openssl dgst -sha256 -r "$PDF_FILE" | cut -c1-64)
curl -sS --fail-with-body --include --request PUT "$BASE_URL/api/partner/documents/$SHA256" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/pdf" \
  --header "Content-Digest: sha-256=:$(openssl dgst -sha256 -binary "$PDF_FILE" | base64):" \
  --data-binary "@$PDF_FILE"
