#!/bin/sh
# Lists what changed since the X-Updated-Until of the last time, with listOwnCertificates.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include --get "$BASE_URL/api/partner/certificates" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --data-urlencode "updatedSince=$UPDATED_SINCE" \
  --data-urlencode "limit=200"
