#!/bin/sh
# removeWebhookEndpoint: deletes an endpoint with its deliveries. Needs ENDPOINT_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints/$ENDPOINT_ID" \
  --request DELETE \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
