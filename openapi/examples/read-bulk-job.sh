#!/bin/sh
# getBulkJob: how far a bulk job is. Needs JOB_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/bulk-jobs/$JOB_ID" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
