// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  platforms: [.iOS(.v17), .macOS(.v14)],
  targets: [
    .target(name: "Notes")
  ]
)
