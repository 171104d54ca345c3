#!/bin/sh
# listBulkJobs: your bulk jobs, newest first.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/bulk-jobs" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
