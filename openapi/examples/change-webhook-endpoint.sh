#!/bin/sh
# changeWebhookEndpoint: here: enables it after its receiver was mended. Needs ENDPOINT_ID and WEBHOOK_URL.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints/$ENDPOINT_ID" \
  --request PUT \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/json" \
  --data '{
    "url": "'"$WEBHOOK_URL"'",
    "types": ["certificate.published", "certificate.changes_requested", "certificate.rejected"],
    "enabled": true
  }'
