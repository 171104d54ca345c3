#!/bin/sh
# replaceWebhookSecret: a new secret; the old one signs beside it for 24 hours. Needs ENDPOINT_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints/$ENDPOINT_ID/secret-rotation" \
  --request POST \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
