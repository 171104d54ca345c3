#!/bin/sh
# sendWebhookTest: sends a test event. Needs ENDPOINT_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints/$ENDPOINT_ID/test-event" \
  --request POST \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
