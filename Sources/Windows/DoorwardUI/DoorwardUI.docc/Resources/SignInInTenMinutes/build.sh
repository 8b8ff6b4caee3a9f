#!/bin/sh
xcodebuild build \
  -scheme Notes \
  -destination "generic/platform=iOS" \
  -skipPackagePluginValidation
