// swift-tools-version: 6.2
import PackageDescription

// All Swift targets use the same settings: see docs/architecture.md.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// A C library. Its module map links it.
///
/// SwiftPM searches for the pkg-config file of every library, and prints advice for each missing one, also in the
/// build of an app that uses none of them. Linux compilers find the headers without it. On macOS, Homebrew installs
/// them in a different folder.
func systemLibrary(_ name: String, pkgConfig: String, brew: String) -> Target {
  #if os(macOS)
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.brew([brew])])
  #else
    .systemLibrary(name: name)
  #endif
}

/// GTK 4 or WebKitGTK. Their headers are in many folders, so they need a pkg-config file.
///
/// The file is part of this package and names folders only. SwiftPM would print a warning in every build of an app
/// without windows for the library's own file: advice to install it, or `prohibited flag(s)` if it is installed.
func desktopLibrary(_ name: String) -> Target {
  .systemLibrary(name: name, pkgConfig: "\(Context.packageDirectory)/Sources/\(name)/header-folders.pc")
}

/// The privacy manifest of a target, which Apple asks for. Apps for Apple platforms are built on a Mac. On other systems it is left
/// out, because a resource would add a bundle to every program.
#if os(macOS)
  let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
  let filesOfOtherSystems: [String] = []
#else
  let privacyManifest: [Resource] = []
  let filesOfOtherSystems = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "doorward",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Encodings", targets: ["Encodings", "BinaryEncodings"]),
    .library(name: "SignInWithEthereum", targets: ["SignInWithEthereum"]),
    .library(name: "EthereumSignatures", targets: ["EthereumSignatures"]),
    .library(name: "NEAR", targets: ["NEAR"]),
    .library(name: "NEARSignatures", targets: ["NEARSignatures"]),
    .library(name: "JOSE", targets: ["JOSE"]),
    .library(name: "JOSESignatures", targets: ["JOSESignatures"]),
    .library(name: "WebAuthn", targets: ["WebAuthn"]),
    .library(name: "WebAuthnSignatures", targets: ["WebAuthnSignatures"]),
    .library(name: "Doorward", targets: ["Doorward"]),
    .library(name: "DoorwardSecurityKeys", targets: ["DoorwardSecurityKeys"]),
    .library(name: "DoorwardTexts", targets: ["DoorwardTexts"]),
    .library(name: "DoorwardFlow", targets: ["DoorwardFlow"]),
    .library(name: "DoorwardGTK", targets: ["DoorwardGTK"]),
    .library(name: "DoorwardUI", targets: ["DoorwardUI"]),
    .library(name: "DoorwardTesting", targets: ["DoorwardTesting"]),
    .library(name: "NEARConnect", targets: ["NEARConnect"]),
    .library(name: "DoorwardNEAR", targets: ["DoorwardNEAR"]),
    .executable(name: "doorward", targets: ["doorward"]),
    .executable(name: "doorward-user", targets: ["doorward-user"]),
  ],
  targets: [
    // MARK: C libraries, one system library each. docs/architecture.md lists the Swift targets that own the pointers.
    systemLibrary("CDoorwardSecp256k1", pkgConfig: "libsecp256k1", brew: "secp256k1"),
    systemLibrary("CDoorwardSodium", pkgConfig: "libsodium", brew: "libsodium"),
    systemLibrary("CDoorwardOpenSSL", pkgConfig: "libcrypto", brew: "openssl@3"),
    systemLibrary("CDoorwardSQLite", pkgConfig: "sqlite3", brew: "sqlite"),
    systemLibrary("CDoorwardPQ", pkgConfig: "libpq", brew: "libpq"),
    systemLibrary("CDoorwardCurl", pkgConfig: "libcurl", brew: "curl"),
    systemLibrary("CDoorwardUnistring", pkgConfig: "libunistring", brew: "libunistring"),
    systemLibrary("CDoorwardIDN2", pkgConfig: "libidn2", brew: "libidn2"),
    systemLibrary("CDoorwardCrypt", pkgConfig: "libxcrypt", brew: "libxcrypt"),
    .systemLibrary(name: "CDoorwardZxcvbn"),
    .systemLibrary(name: "CDoorwardMimalloc"),
    systemLibrary("CDoorwardFIDO2", pkgConfig: "libfido2", brew: "libfido2"),
    systemLibrary("CDoorwardQREncode", pkgConfig: "libqrencode", brew: "qrencode"),
    .systemLibrary(name: "CDoorwardEpoll"),
    desktopLibrary("CDoorwardGTK"),
    desktopLibrary("CDoorwardWebKitGTK"),
    // libsecret is not linked. It is loaded when the keyring is first used.
    .target(name: "DoorwardSecretService", swiftSettings: strict),
    .target(name: "DoorwardGTKWidgets", dependencies: ["CDoorwardGTK"], swiftSettings: strict),
    .target(
      name: "DoorwardWebKitGTK",
      dependencies: ["CDoorwardWebKitGTK", "DoorwardGTKWidgets", "DoorwardProcesses"],
      swiftSettings: strict),
    .target(name: "DoorwardSecp256k1", dependencies: ["CDoorwardSecp256k1"], swiftSettings: strict),
    .target(name: "DoorwardSodium", dependencies: ["CDoorwardSodium"], swiftSettings: strict),
    .target(name: "CDoorwardOpenSSLAtExit", dependencies: ["CDoorwardOpenSSL"]),
    .target(name: "CDoorwardProcess"),
    // Encryption is a module of its own, so that an app does not contain what only a server needs.
    .target(
      name: "DoorwardCiphers", dependencies: ["CDoorwardOpenSSL", "CDoorwardOpenSSLAtExit"],
      swiftSettings: strict),
    .target(
      name: "DoorwardOpenSSL", dependencies: ["CDoorwardOpenSSL", "DoorwardCiphers"],
      swiftSettings: strict),
    .target(name: "DoorwardSQLite", dependencies: ["CDoorwardSQLite"], swiftSettings: strict),
    .target(name: "DoorwardPostgreSQL", dependencies: ["CDoorwardPQ"], swiftSettings: strict),
    .target(
      name: "DoorwardQRCodes", dependencies: ["CDoorwardQREncode", "Encodings"], swiftSettings: strict),
    // C++ behind a C header: libphonenumber.
    .target(
      name: "CDoorwardPhoneNumbers",
      linkerSettings: [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]),

    // libvips is not linked. It is loaded when the first photo is read.
    .target(name: "CDoorwardVips"),

    // MARK: Bytes
    .target(name: "Encodings", swiftSettings: strict),
    // Only wallets, passkeys and second factors need this module. An app without them does not contain it.
    .target(name: "BinaryEncodings", dependencies: ["Encodings"], swiftSettings: strict),

    // MARK: Standards: parse and build without C; "…Signatures" sign and verify.
    .target(
      name: "SignInWithEthereum", dependencies: ["Encodings", "BinaryEncodings"], swiftSettings: strict),
    .target(
      name: "EthereumSignatures",
      dependencies: ["SignInWithEthereum", "DoorwardSecp256k1", "Encodings", "BinaryEncodings"],
      swiftSettings: strict),
    .target(name: "NEAR", dependencies: ["Encodings", "BinaryEncodings"], swiftSettings: strict),
    .target(
      name: "NEARSignatures", dependencies: ["NEAR", "DoorwardSodium", "DoorwardSecp256k1", "Encodings"],
      swiftSettings: strict),
    .target(name: "JOSE", dependencies: ["Encodings"], swiftSettings: strict),
    .target(
      name: "JOSESignatures",
      dependencies: ["JOSE", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardSodium", "Encodings"],
      swiftSettings: strict),
    .target(name: "WebAuthn", dependencies: ["Encodings", "BinaryEncodings"], swiftSettings: strict),
    .target(
      name: "WebAuthnSignatures",
      dependencies: [
        "WebAuthn", "JOSE", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardSodium", "Encodings",
        "BinaryEncodings",
      ],
      swiftSettings: strict),

    // MARK: Shared by server and clients
    .target(name: "DoorwardWire", dependencies: ["Encodings"], swiftSettings: strict),
    // Readable colors, for the page and the windows.
    .target(name: "DoorwardColors", swiftSettings: strict),
    // The rules of the server and of the test server, which an app does not contain.
    .target(name: "DoorwardServerRules", dependencies: ["DoorwardWire", "Encodings"], swiftSettings: strict),

    // MARK: The texts that users read, in all languages. A plugin embeds them in each target that needs some of them.
    .target(
      name: "DoorwardTexts", exclude: ["Languages", "remarks.json", "same-texts.json"],
      swiftSettings: strict, plugins: ["DoorwardTextBundlerPlugin"]),
    .target(name: "DoorwardTextFiles", dependencies: ["Encodings"], swiftSettings: strict),
    .executableTarget(
      name: "DoorwardTextBundler", dependencies: ["DoorwardTextFiles", "Encodings"], swiftSettings: strict),
    .plugin(
      name: "DoorwardTextBundlerPlugin", capability: .buildTool(), dependencies: ["DoorwardTextBundler"]),

    // MARK: The client SDK
    .target(
      name: "Doorward",
      dependencies: [
        "DoorwardWire", "Encodings", "DoorwardPlatformHTTP",
        .target(name: "DoorwardProcesses", condition: .when(platforms: [.linux, .macOS])),
        .target(name: "DoorwardCiphers", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardSecretService", condition: .when(platforms: [.linux])),
      ],
      exclude: filesOfOtherSystems, resources: privacyManifest, swiftSettings: strict),

    // Security keys that are plugged in: libfido2 in the place of a browser.
    .target(
      name: "DoorwardSecurityKeys",
      dependencies: [
        "Doorward", "DoorwardThreads", "WebAuthn", "CDoorwardFIDO2", "Encodings", "BinaryEncodings",
      ],
      swiftSettings: strict),

    // The steps of a sign-in, without views.
    .target(
      name: "DoorwardFlow", dependencies: ["Doorward", "DoorwardTexts", "DoorwardColors", "DoorwardWire"],
      exclude: filesOfOtherSystems, resources: privacyManifest, swiftSettings: strict),

    // The views of apps for Apple platforms, in SwiftUI. On Linux, only the parts without views are compiled.
    .target(
      name: "DoorwardUI", dependencies: ["Doorward", "DoorwardFlow", "DoorwardTexts"],
      exclude: filesOfOtherSystems, resources: privacyManifest, swiftSettings: strict),

    // The windows of a sign-in and of an account on a Linux desktop.
    .target(
      name: "DoorwardGTK",
      dependencies: [
        "Doorward", "DoorwardFlow", "DoorwardTexts",
        .target(name: "DoorwardGTKWidgets", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardPlatformHTTP", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "doorward-user", dependencies: ["Doorward", "DoorwardSecurityKeys", "Encodings"],
      swiftSettings: strict),
    .target(
      name: "DoorwardTesting",
      dependencies: [
        "Doorward", "DoorwardWire", "DoorwardServerRules", "Encodings", "BinaryEncodings", "DoorwardHTTP",
        "DoorwardHTTPTypes", "JOSE", "NEAR", "SignInWithEthereum", "WebAuthn",
        .target(name: "DoorwardOpenSSL", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardCiphers", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // MARK: Wallets: one manager, and a web view for each platform.
    .target(
      name: "NEARConnect",
      dependencies: [
        "NEAR", "Encodings", "BinaryEncodings", "DoorwardPlatformHTTP", "DoorwardTexts",
        .target(name: "DoorwardOpenSSL", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardGTKWidgets", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardWebKitGTK", condition: .when(platforms: [.linux])),
      ],
      exclude: filesOfOtherSystems, resources: [.embedInCode("Bridge/Page")] + privacyManifest,
      swiftSettings: strict),

    // MARK: Client SDK and wallets combined
    .target(name: "DoorwardNEAR", dependencies: ["Doorward", "NEARConnect"], swiftSettings: strict),

    // MARK: Threads that may block, and child processes
    .target(name: "DoorwardThreads", swiftSettings: strict),
    .target(name: "DoorwardWorkers", dependencies: ["DoorwardThreads"], swiftSettings: strict),
    .target(name: "DoorwardProcesses", swiftSettings: strict),

    // MARK: HTTP, in and out
    .target(name: "DoorwardHTTPTypes", dependencies: ["Encodings"], swiftSettings: strict),
    .target(
      name: "DoorwardHTTP", dependencies: ["DoorwardHTTPTypes", "Encodings"], swiftSettings: strict),
    .target(
      name: "DoorwardSockets",
      dependencies: [
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardThreads", "DoorwardWorkers", "Encodings",
        "CDoorwardEpoll",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardOutgoingHTTP",
      dependencies: ["DoorwardHTTPTypes", "DoorwardThreads", "Encodings", "CDoorwardCurl"],
      swiftSettings: strict),

    // Mail, out
    .target(
      name: "DoorwardSMTP",
      dependencies: ["DoorwardOutgoingHTTP", "DoorwardHTTPTypes", "DoorwardThreads", "CDoorwardCurl"],
      swiftSettings: strict),

    // The HTTP client of apps: URLSession on Apple platforms, libcurl on Linux.
    .target(
      name: "DoorwardPlatformHTTP",
      dependencies: [
        .target(name: "DoorwardHTTPTypes", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardOutgoingHTTP", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // MARK: Texts that users type: properties of characters, PRECIS, domain names
    .target(
      name: "DoorwardUnicode", dependencies: ["CDoorwardUnistring", "CDoorwardIDN2", "Encodings"],
      swiftSettings: strict),

    // MARK: Server, lowest layer first
    .target(
      name: "DoorwardIdentifiers", dependencies: ["DoorwardUnicode", "CDoorwardPhoneNumbers", "Encodings"],
      swiftSettings: strict),
    .target(
      name: "DoorwardPasswords",
      dependencies: [
        "DoorwardUnicode", "DoorwardSodium", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardThreads",
        "DoorwardHTTP",
        "DoorwardHTTPTypes",
        "DoorwardOutgoingHTTP", "CDoorwardCrypt", "CDoorwardZxcvbn", "Encodings",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardSecondFactors",
      dependencies: ["DoorwardOpenSSL", "DoorwardCiphers", "Encodings", "BinaryEncodings"],
      swiftSettings: strict),
    .target(
      name: "DoorwardPhotos",
      dependencies: [
        "CDoorwardProcess", "CDoorwardVips", "DoorwardProcesses", "DoorwardThreads", "DoorwardWorkers",
        "Encodings",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardStore",
      dependencies: ["DoorwardServerRules", "DoorwardOpenSSL", "DoorwardCiphers", "Encodings"],
      swiftSettings: strict),
    .target(
      name: "DoorwardSQLRows",
      dependencies: [
        "DoorwardStore", "DoorwardServerRules", "DoorwardWorkers", "Encodings",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardSQLiteStore",
      dependencies: [
        "DoorwardStore", "DoorwardSQLRows", "DoorwardThreads", "DoorwardWorkers", "DoorwardSQLite",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardPostgreSQLStore",
      dependencies: [
        "DoorwardStore", "DoorwardSQLRows", "DoorwardThreads", "DoorwardWorkers", "DoorwardPostgreSQL",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardDelivery",
      dependencies: [
        "DoorwardIdentifiers", "DoorwardUnicode", "DoorwardStore", "DoorwardSMTP", "DoorwardOutgoingHTTP",
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardThreads",
        "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardTexts", "Encodings",
      ],
      swiftSettings: strict, plugins: ["DoorwardTextBundlerPlugin"]),
    .target(
      name: "DoorwardSessions",
      dependencies: [
        "DoorwardStore", "DoorwardServerRules", "DoorwardWire", "DoorwardHTTP", "DoorwardHTTPTypes",
        "DoorwardThreads", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardTexts", "DoorwardColors", "JOSE",
        "JOSESignatures", "Encodings",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardSignIn",
      dependencies: [
        "DoorwardStore", "DoorwardSessions", "DoorwardServerRules", "DoorwardWire", "DoorwardHTTP",
        "DoorwardHTTPTypes", "DoorwardOutgoingHTTP", "DoorwardDelivery", "DoorwardIdentifiers",
        "DoorwardPasswords",
        "DoorwardSecondFactors", "DoorwardQRCodes", "DoorwardTexts", "DoorwardColors", "DoorwardUnicode",
        "DoorwardPhotos",
        "DoorwardOpenSSL", "SignInWithEthereum", "EthereumSignatures", "NEAR",
        "NEARSignatures", "JOSE",
        "WebAuthn", "WebAuthnSignatures",
        "Encodings", "BinaryEncodings",
      ],
      resources: [.embedInCode("Passkey/Models")],
      swiftSettings: strict),
    .target(
      name: "DoorwardProvider",
      dependencies: [
        "DoorwardStore", "DoorwardSessions", "DoorwardSignIn", "DoorwardServerRules", "DoorwardWire",
        "DoorwardHTTP", "DoorwardHTTPTypes",
        "DoorwardOpenSSL",
        "JOSE", "JOSESignatures", "Encodings",
      ],
      swiftSettings: strict),
    .target(
      name: "DoorwardPages",
      dependencies: [
        "DoorwardStore", "DoorwardSessions", "DoorwardSignIn", "DoorwardProvider", "DoorwardWire",
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardTexts", "DoorwardColors", "DoorwardThreads",
        "DoorwardOpenSSL", "Encodings",
      ],
      exclude: ["Web"],
      swiftSettings: strict, plugins: ["DoorwardWebBundlerPlugin", "DoorwardTextBundlerPlugin"]),
    .target(
      name: "DoorwardServer",
      dependencies: [
        "DoorwardStore", "DoorwardSQLRows", "DoorwardSQLiteStore", "DoorwardPostgreSQL",
        "DoorwardPostgreSQLStore",
        "DoorwardSessions", "DoorwardSignIn", "DoorwardProvider",
        "DoorwardPages", "DoorwardDelivery", "DoorwardSMTP", "DoorwardIdentifiers", "DoorwardServerRules",
        "DoorwardTexts", "DoorwardColors", "DoorwardWire", "DoorwardSecondFactors", "Encodings",
        "SignInWithEthereum", "NEAR", "JOSE", "JOSESignatures",
        "DoorwardOpenSSL", "DoorwardSodium", "DoorwardSQLite", "DoorwardHTTP",
        "DoorwardHTTPTypes",
        "DoorwardSockets",
        "DoorwardOutgoingHTTP", "DoorwardThreads", "DoorwardPasswords", "DoorwardPhotos",
      ],
      swiftSettings: strict),
    // Runs during the build of the server: bundles and compresses the files of its Web folder into Swift source.
    .executableTarget(
      name: "DoorwardWebBundler", dependencies: ["DoorwardTextFiles", "Encodings", "DoorwardProcesses"],
      swiftSettings: strict),
    .plugin(name: "DoorwardWebBundlerPlugin", capability: .buildTool(), dependencies: ["DoorwardWebBundler"]),
    .executableTarget(
      name: "doorward",
      dependencies: [
        "DoorwardServer", "DoorwardStore", "DoorwardSQLRows", "DoorwardSQLiteStore", "DoorwardPostgreSQL",
        "DoorwardSessions",
        "DoorwardSignIn",
        "DoorwardProvider", "DoorwardPages", "DoorwardDelivery", "DoorwardSMTP", "DoorwardIdentifiers",
        "DoorwardPasswords", "DoorwardPhotos", "DoorwardWire",
        "DoorwardHTTP", "DoorwardHTTPTypes", "Encodings", "BinaryEncodings", "SignInWithEthereum",
        "EthereumSignatures", "NEAR", "NEARSignatures", "JOSE", "JOSESignatures", "WebAuthn",
        "WebAuthnSignatures", "DoorwardOpenSSL", "DoorwardCiphers",
        "DoorwardSodium", "DoorwardSecp256k1",
        "DoorwardOutgoingHTTP", "DoorwardThreads", "DoorwardProcesses", "CDoorwardProcess",
        "CDoorwardOpenSSL", "CDoorwardSodium", "CDoorwardSecp256k1",
        .target(name: "CDoorwardMimalloc", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // MARK: Examples
    .executableTarget(
      name: "DoorwardDemo",
      // On Linux, no file imports DoorwardUI. It is built there because scripts/docs-check needs the module.
      dependencies: [
        "Doorward", "DoorwardFlow", "DoorwardNEAR", "DoorwardUI", "NEARConnect",
        .target(name: "DoorwardGTK", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardGTKWidgets", condition: .when(platforms: [.linux])),
        .target(name: "DoorwardProcesses", condition: .when(platforms: [.linux])),
      ],
      path: "Examples/DoorwardDemo", swiftSettings: strict),
    .executableTarget(
      name: "WalletDemo",
      dependencies: [
        "NEARConnect", .target(name: "DoorwardGTKWidgets", condition: .when(platforms: [.linux])),
      ],
      path: "Examples/WalletDemo", swiftSettings: strict),
    .executableTarget(
      name: "BackendExample",
      dependencies: [
        "JOSE", "JOSESignatures", "DoorwardOpenSSL", "Encodings", "DoorwardHTTP",
        "DoorwardHTTPTypes",
        "DoorwardSockets",
      ],
      path: "Examples/backends/swift", swiftSettings: strict),

    // MARK: Measurements
    .executableTarget(
      name: "ClientBench", dependencies: ["Doorward"], path: "Benchmarks/ClientBench", swiftSettings: strict),
    .executableTarget(name: "FoundationAlone", path: "Benchmarks/FoundationAlone", swiftSettings: strict),
    .executableTarget(
      name: "SDKAlone", dependencies: ["Doorward"], path: "Benchmarks/SDKAlone", swiftSettings: strict),
    // This target needs a display.
    .executableTarget(
      name: "WalletBench", dependencies: ["NEARConnect", "DoorwardWebKitGTK", "Encodings"],
      path: "Benchmarks/WalletBench",
      swiftSettings: strict),

    // MARK: Tests
    // The other samples need SwiftUI, see docs/apple.md.
    .target(
      name: "SeedSamples", dependencies: ["Doorward"], path: "Tests/SeedSamples/Ethereum",
      swiftSettings: strict),
    .target(
      name: "ChildProcesses", dependencies: ["DoorwardProcesses"], path: "Tests/ChildProcesses",
      swiftSettings: strict),
    .target(name: "LoopbackServers", path: "Tests/LoopbackServers", swiftSettings: strict),
    .target(
      name: "DatabaseServers", dependencies: ["DoorwardPostgreSQL", "DoorwardProcesses", "ChildProcesses"],
      path: "Tests/DatabaseServers", swiftSettings: strict),
    .target(
      name: "DesktopLoops",
      dependencies: [.target(name: "DoorwardGTKWidgets", condition: .when(platforms: [.linux]))],
      path: "Tests/DesktopLoops", swiftSettings: strict),
    .target(
      name: "SoftwareAuthenticators",
      dependencies: ["WebAuthn", "DoorwardOpenSSL", "Encodings", "BinaryEncodings"],
      path: "Tests/SoftwareAuthenticators", swiftSettings: strict),
    .target(name: "VectorFiles", path: "Tests/VectorFiles", swiftSettings: strict),
    // The part of generated cases that `make test` takes.
    .target(name: "Sampling", path: "Tests/Sampling", swiftSettings: strict),
    .testTarget(name: "SamplingTests", dependencies: ["Sampling"], swiftSettings: strict),
    .executableTarget(
      name: "ClientProbe", dependencies: ["Doorward", "Encodings"], path: "Tests/ClientProbe",
      swiftSettings: strict),
    .testTarget(
      name: "StandardsTests",
      dependencies: [
        "Encodings", "BinaryEncodings", "SignInWithEthereum", "EthereumSignatures", "DoorwardSecp256k1",
        "NEAR", "NEARSignatures", "DoorwardSodium", "JOSE", "JOSESignatures", "DoorwardOpenSSL",
        "DoorwardCiphers", "WebAuthn",
        "WebAuthnSignatures", "SoftwareAuthenticators", "CDoorwardFIDO2", "Sampling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TextTests",
      dependencies: ["DoorwardTexts", "DoorwardTextFiles", "DoorwardTextBundler", "Encodings"],
      swiftSettings: strict),
    .testTarget(
      name: "WebBundlerTests", dependencies: ["DoorwardWebBundler", "DoorwardTextFiles", "Encodings"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPTests",
      dependencies: [
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardSockets", "DoorwardOutgoingHTTP", "DoorwardThreads",
        "DoorwardProcesses",
        "Encodings", "ChildProcesses",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IdentifierTests",
      dependencies: ["DoorwardIdentifiers", "DoorwardUnicode", "Encodings", "VectorFiles", "Sampling"],
      swiftSettings: strict),
    .testTarget(
      name: "PasswordTests",
      dependencies: [
        "DoorwardPasswords", "DoorwardUnicode", "DoorwardSodium", "DoorwardOpenSSL",
        "DoorwardThreads",
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardOutgoingHTTP", "DoorwardSockets", "Encodings",
        "VectorFiles", "Sampling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FactorTests",
      dependencies: [
        "DoorwardSecondFactors", "DoorwardQRCodes", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardProcesses",
        "ChildProcesses",
        "Encodings", "BinaryEncodings",
      ],
      swiftSettings: strict),
    // Tries what a restricted process must not do.
    .executableTarget(
      name: "RestrictionProbe", dependencies: ["CDoorwardProcess"], path: "Tests/RestrictionProbe"),
    .testTarget(
      name: "PhotoTests",
      dependencies: [
        "DoorwardPhotos", "CDoorwardVips", "DoorwardThreads", "DoorwardProcesses", "ChildProcesses",
        "Encodings", "Sampling",
      ],
      exclude: ["Images", "make-images"],
      swiftSettings: strict),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: ["DoorwardPostgreSQL", "DatabaseServers", "DoorwardProcesses"],
      swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "DoorwardServer", "DoorwardStore", "DoorwardSQLRows", "DoorwardSQLiteStore", "DoorwardSessions",
        "DoorwardSignIn", "DoorwardTexts", "DoorwardColors",
        "DoorwardProvider", "DoorwardPages", "DoorwardServerRules", "DoorwardWire", "DoorwardThreads",
        "DoorwardWorkers",
        "DoorwardSQLite", "DoorwardPostgreSQL", "DoorwardPostgreSQLStore", "DatabaseServers",
        "DoorwardHTTP", "DoorwardHTTPTypes",
        "DoorwardSockets", "DoorwardOutgoingHTTP", "DoorwardDelivery", "DoorwardSMTP", "DoorwardIdentifiers",
        "DoorwardPasswords", "DoorwardPhotos", "ChildProcesses", "Encodings",
        "SignInWithEthereum", "EthereumSignatures", "NEAR", "NEARSignatures", "JOSE",
        "JOSESignatures", "DoorwardOpenSSL", "DoorwardCiphers", "DoorwardSodium", "DoorwardSecp256k1",
        "BinaryEncodings", "SoftwareAuthenticators", "Sampling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DeliveryTests",
      dependencies: [
        "DoorwardDelivery", "DoorwardIdentifiers", "DoorwardSMTP", "DoorwardStore", "DoorwardSQLiteStore",
        "DoorwardTexts",
        "DoorwardOutgoingHTTP",
        "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardSockets", "DoorwardThreads", "DoorwardOpenSSL",
        "DoorwardCiphers",
        "DoorwardServer", "DoorwardSessions", "DoorwardSignIn", "DoorwardProcesses", "ChildProcesses",
        "Encodings", "Sampling",
      ],
      exclude: ["Servers", "requirements.txt"],
      swiftSettings: strict),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "Doorward", "DoorwardTesting", "DoorwardServerRules", "DoorwardWire", "SeedSamples", "ChildProcesses",
        "DoorwardProcesses",
        "EthereumSignatures",
        "SignInWithEthereum", "NEAR",
        "NEARSignatures", "JOSE", "JOSESignatures", "DoorwardOpenSSL", "DoorwardCiphers", "Encodings",
        "BinaryEncodings", "SoftwareAuthenticators", "Sampling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FlowTests",
      dependencies: ["DoorwardFlow", "Doorward", "DoorwardTexts", "DoorwardTesting", "Sampling"],
      exclude: ["transitions.json", "Screens"], swiftSettings: strict),
    .testTarget(
      name: "SecurityKeyTests",
      dependencies: [
        "DoorwardSecurityKeys", "CDoorwardFIDO2", "Doorward", "DoorwardTesting", "WebAuthn",
        "WebAuthnSignatures", "DoorwardOpenSSL", "DoorwardCiphers", "CDoorwardOpenSSL", "Encodings",
        "BinaryEncodings", "ChildProcesses", "DoorwardProcesses",
      ],
      exclude: ["Program/plugged-key.c"],
      swiftSettings: strict),
    .testTarget(
      name: "NEARConnectTests",
      dependencies: [
        "Doorward", "DoorwardNEAR", "DoorwardProcesses", "ChildProcesses", "LoopbackServers", "NEARConnect",
        "DesktopLoops", "CDoorwardGTK", "DoorwardGTKWidgets", "DoorwardWebKitGTK", "NEAR",
        "NEARSignatures", "Encodings", "BinaryEncodings", "DoorwardHTTP", "DoorwardHTTPTypes",
        "DoorwardSockets", "DoorwardTexts", "DoorwardThreads", "Sampling",
      ],
      resources: [.embedInCode("Web")],
      swiftSettings: strict),
    .testTarget(
      name: "GTKTests",
      dependencies: [
        "DoorwardGTK", "DoorwardGTKWidgets", "CDoorwardGTK", "DoorwardFlow", "DoorwardTexts", "Doorward",
        "DoorwardTesting", "DoorwardNEAR", "DoorwardSecurityKeys", "NEARConnect", "DoorwardQRCodes",
        "DoorwardProcesses", "ChildProcesses", "LoopbackServers", "DesktopLoops",
      ],
      exclude: ["Support/screen-reader.py"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Encodings", "BinaryEncodings", "DoorwardHTTP", "DoorwardHTTPTypes", "DoorwardOutgoingHTTP",
        "DoorwardProcesses", "ChildProcesses", "LoopbackServers", "DatabaseServers", "Sampling",
      ],
      swiftSettings: strict),
  ]
)

// The windows of GTK are available on Linux only.
#if os(Linux)
  package.targets += [
    .executableTarget(
      name: "LinuxWallet", dependencies: ["NEARConnect"], path: "Examples/LinuxWallet", swiftSettings: strict),
    .executableTarget(
      name: "LinuxSignIn", dependencies: ["Doorward", "DoorwardFlow", "DoorwardGTK"],
      path: "Examples/LinuxSignIn", swiftSettings: strict),
  ]
#endif

// Builds only the named test targets, for faster development: DOORWARD_TESTS="HTTPTests StandardsTests".
if let names = Context.environment["DOORWARD_TESTS"] {
  let chosen = Set(names.split(separator: " ").map(String.init))
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
