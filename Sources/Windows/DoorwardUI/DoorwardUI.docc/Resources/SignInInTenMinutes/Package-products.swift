// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [
    .package(url: "https://git.example.com/doorward.git", from: "0.1.0")
  ],
  targets: [
    .target(
      name: "Notes",
      dependencies: [
        .product(name: "Doorward", package: "doorward"),
        .product(name: "DoorwardUI", package: "doorward"),
      ])
  ]
)
