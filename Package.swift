// swift-tools-version: 6.2
import PackageDescription

// Two packages share this manifest, see docs/decisions/two-packages.md. This folder is the package of apps. The folder `Server`,
// which consists of links, is the package of the server: it also has the programs, the examples and the tests.
let isServer = Context.packageDirectory.hasSuffix("/Server")
let name = isServer ? "doorward-server" : "doorward"
let package = Package(name: name, platforms: [.macOS(.v14), .iOS(.v17)], cxxLanguageStandard: .cxx17)

#if os(Linux)
  // The tests describe both branches. The package of a Mac cannot be built here.
  let isLinux = Context.environment["DOORWARD_PLATFORM"] != "macos"
#else
  let isLinux = false
#endif

// MARK: Settings

// All Swift targets use the same settings: see docs/architecture.md. A warning is no error in an app's build, because Xcode
// suppresses the warnings of packages, and the compiler refuses both options together.
let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
let settings: [SwiftSetting] =
  [.swiftLanguageMode(.v6)] + features.map { .enableUpcomingFeature($0) }
  + (isServer ? [.treatAllWarnings(as: .error)] : [])

// The privacy manifests that Apple asks for. Apps for Apple platforms are built on a Mac. Elsewhere they are left out, because a
// resource would add a bundle to every program.
let privacyManifest = "PrivacyInfo.xcprivacy"
let withoutManifest = isLinux ? [privacyManifest] : []
let withManifest: [Resource] = isLinux ? [] : [.copy(privacyManifest)]

// Files of a folder that are no sources.
let excluded = [
  "Doorward": withoutManifest, "DoorwardFlow": withoutManifest, "DoorwardUI": withoutManifest,
  "NEARConnect": withoutManifest,
  "DoorwardTexts": ["Languages", "remarks.json", "same-texts.json"],
  "DoorwardPages": ["Web"], "DoorwardAdministration": ["Web"],
  "PhotoTests": ["Images", "make-images"],
  "DeliveryTests": ["Servers", "requirements.txt"],
  "SecurityKeyTests": ["Program/plugged-key.c"],
  "FlowTests": ["transitions.json", "Screens"],
  "GTKTests": ["Support/screen-reader.py"],
]
let resources: [String: [Resource]] = [
  "Doorward": withManifest, "DoorwardFlow": withManifest, "DoorwardUI": withManifest,
  "NEARConnect": [.embedInCode("Bridge/Page")] + withManifest,
  "DoorwardSignIn": [.embedInCode("Methods/Passkey/Models")],
  "NEARConnectTests": [.embedInCode("Web")],
]
// The texts of users, in all languages, and the files of the pages become Swift source during the build.
let withTexts: Set = ["DoorwardTexts", "DoorwardDelivery", "DoorwardPages", "DoorwardAdministration"]

// MARK: The kinds of targets

extension Package {
  /// Adds modules, one in a line: its path in the folder, and what it may import. See ``rows(_:)``.
  func addModules(in folder: String, _ table: String) {
    for (name, path, needs) in rows(table) {
      targets.append(
        .target(
          name: name, dependencies: needs, path: "\(folder)/\(path)", exclude: excluded[name] ?? [],
          resources: resources[name] ?? [], swiftSettings: settings,
          plugins: withTexts.contains(name) ? ["DoorwardBundlerPlugin"] : []))
    }
  }

  /// Adds programs. They may also import everything that their modules need.
  func addPrograms(_ table: String) {
    for (name, path, needs) in rows(table) {
      targets.append(
        .executableTarget(
          name: name, dependencies: withNeeds(of: needs), path: path, swiftSettings: settings))
    }
  }

  /// Adds tests, which may import the same.
  func addTests(_ table: String) {
    for (name, path, needs) in rows(table) {
      targets.append(
        .testTarget(
          name: name, dependencies: withNeeds(of: needs), path: "Tests/\(path)",
          exclude: excluded[name] ?? [],
          resources: resources[name] ?? [], swiftSettings: settings))
    }
  }

  /// Adds C libraries. Their module maps link them, and Linux compilers find their headers.
  ///
  /// SwiftPM would search for the pkg-config file of every library, and print advice for each missing one, also in the build of an
  /// app that uses none of them. So the file is part of this package, and names folders only.
  func addLibraries(_ names: String, folders: String? = nil) {
    #if os(macOS) && arch(arm64)
      let homebrew: String? = "homebrew-arm64"
    #elseif os(macOS)
      let homebrew: String? = "homebrew-x86_64"
    #else
      let homebrew: String? = nil
    #endif
    let file = (folders ?? homebrew).map { "\(Context.packageDirectory)/Sources/C/\($0).pc" }
    for name in names.split(separator: " ").map(String.init) {
      targets.append(.systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: file))
    }
  }

  /// The targets of a table: the path of each, whose last part is its name, behind a colon what it needs, and behind a bar what it
  /// needs on Linux. A line without a colon continues the line before. A target with `(Linux)` or `(macOS)` exists there only.
  func rows(_ table: String) -> [(name: String, path: String, needs: [Target.Dependency])] {
    var lines: [String] = []
    for line in table.split(separator: "\n").map(String.init) {
      if line.contains(":") { lines.append(line) } else { lines[lines.count - 1] += line }
    }
    let elsewhere = isLinux ? "(macOS)" : "(Linux)"
    return lines.filter { !$0.contains(elsewhere) }.map { line in
      let parts = line.split { $0 == ":" || $0 == "|" }.map(String.init)
      let path = String(parts[0].prefix { $0 != " " })
      let needs = named(parts.dropFirst().first) + (isLinux ? named(parts.dropFirst(2).first) : [])
      return (String(path.split(separator: "/").last ?? ""), path, needs)
    }
  }

  /// Targets, by their names with a space between them. iOS has no child processes.
  func named(_ names: String?) -> [Target.Dependency] {
    (names ?? "").split(separator: " ").map {
      .target(
        name: String($0), condition: $0 == "DoorwardSystem" ? .when(platforms: [.linux, .macOS]) : nil)
    }
  }

  func withNeeds(of dependencies: [Target.Dependency]) -> [Target.Dependency] {
    var found: [Target.Dependency] = []
    var seen: Set<String> = []
    func add(_ dependency: Target.Dependency) {
      guard case .targetItem(let name, _) = dependency, seen.insert(name).inserted else { return }
      found.append(dependency)
      targets.first { $0.name == name }?.dependencies.forEach(add)
    }
    dependencies.forEach(add)
    return found
  }
}

// MARK: The package of apps

package.addLibraries("CDoorwardFIDO2 CDoorwardOpenSSL CDoorwardSecp256k1 CDoorwardSodium")
if isLinux || isServer { package.addLibraries("CDoorwardCurl") }
if isLinux {
  package.addLibraries("CDoorwardGTK", folders: "CDoorwardGTK/header-folders")
  package.addLibraries("CDoorwardWebKitGTK", folders: "CDoorwardWebKitGTK/header-folders")
}

// An app does not contain what it does not need: only wallets, passkeys and second factors need BinaryEncodings, and only a server
// needs all of OpenSSL. libsecret is not linked. It is loaded when the keyring is first used. The HTTP client of apps,
// DoorwardPlatformHTTP, is URLSession on Apple platforms, and libcurl on Linux.
package.addModules(
  in: "Sources",
  """
  Foundations/Encodings:
  Foundations/BinaryEncodings: Encodings
  Foundations/DoorwardSystem:
  Foundations/DoorwardHTTPTypes: Encodings
  Foundations/DoorwardHTTP: DoorwardHTTPTypes Encodings
  Foundations/DoorwardPlatformHTTP: | DoorwardHTTPTypes DoorwardCurl
  C/CDoorwardOpenSSLAtExit: CDoorwardOpenSSL
  Libraries/DoorwardSecp256k1: CDoorwardSecp256k1
  Libraries/DoorwardSodium: CDoorwardSodium
  Libraries/DoorwardCiphers: CDoorwardOpenSSL CDoorwardOpenSSLAtExit
  Libraries/DoorwardOpenSSL: CDoorwardOpenSSL DoorwardCiphers
  Libraries/DoorwardGTKWidgets (Linux): CDoorwardGTK
  Libraries/DoorwardWebKitGTK (Linux): CDoorwardWebKitGTK DoorwardGTKWidgets DoorwardSystem
  Libraries/DoorwardSecretService (Linux):
  Standards/SignInWithEthereum: Encodings BinaryEncodings
  Standards/EthereumSignatures: SignInWithEthereum DoorwardSecp256k1 Encodings BinaryEncodings
  Standards/NEAR: Encodings BinaryEncodings
  Standards/NEARSignatures: NEAR DoorwardSodium DoorwardSecp256k1 Encodings
  Standards/JOSE: Encodings
  Standards/JOSESignatures: JOSE DoorwardSodium DoorwardOpenSSL DoorwardCiphers Encodings
  Standards/OpenIDConnect: JOSE DoorwardHTTP Encodings
  Standards/OpenIDConnectSignatures: OpenIDConnect JOSE JOSESignatures DoorwardOpenSSL Encodings
  Standards/WebAuthn: Encodings BinaryEncodings
  Standards/WebAuthnSignatures: WebAuthn JOSE DoorwardSodium DoorwardOpenSSL DoorwardCiphers Encodings
    BinaryEncodings
  Contract/DoorwardWire: Encodings
  Contract/DoorwardColors:
  Contract/DoorwardServerRules: DoorwardWire DoorwardHTTP DoorwardHTTPTypes Encodings
  Texts/DoorwardTexts:
  Client/Doorward: DoorwardWire DoorwardPlatformHTTP DoorwardSystem Encodings
    | DoorwardCiphers DoorwardSecretService
  Client/DoorwardSecurityKeys: Doorward DoorwardSystem WebAuthn CDoorwardFIDO2 Encodings BinaryEncodings
  Client/DoorwardTesting: Doorward DoorwardWire DoorwardServerRules DoorwardHTTP DoorwardHTTPTypes JOSE NEAR
    SignInWithEthereum WebAuthn Encodings BinaryEncodings | DoorwardOpenSSL DoorwardCiphers
  Client/NEARConnect: NEAR DoorwardPlatformHTTP DoorwardTexts Encodings BinaryEncodings
    | DoorwardOpenSSL DoorwardGTKWidgets DoorwardWebKitGTK
  Client/DoorwardNEAR: Doorward NEARConnect
  Windows/DoorwardFlow: Doorward DoorwardTexts DoorwardColors DoorwardWire
  Windows/DoorwardUI: Doorward DoorwardFlow DoorwardTexts
  Windows/DoorwardGTK: Doorward DoorwardFlow DoorwardTexts | DoorwardGTKWidgets DoorwardPlatformHTTP
  """)
if isLinux || isServer {
  package.addModules(
    in: "Sources/Foundations", "DoorwardCurl: DoorwardHTTPTypes DoorwardSystem CDoorwardCurl Encodings")
}
package.addPrograms("Sources/BuildTools/DoorwardBundler: Encodings DoorwardSystem")
package.targets.append(
  .plugin(
    name: "DoorwardBundlerPlugin", capability: .buildTool(), dependencies: ["DoorwardBundler"],
    path: "Sources/BuildTools/DoorwardBundlerPlugin"))

if !isServer {
  let names = """
    SignInWithEthereum EthereumSignatures NEAR NEARSignatures JOSE JOSESignatures OpenIDConnect \
    OpenIDConnectSignatures WebAuthn WebAuthnSignatures \
    Doorward DoorwardSecurityKeys DoorwardTexts DoorwardFlow DoorwardGTK DoorwardUI DoorwardTesting NEARConnect \
    DoorwardNEAR
    """
  package.products = names.split(separator: " ").map { .library(name: String($0), targets: [String($0)]) }
  package.products.append(.library(name: "Encodings", targets: ["Encodings", "BinaryEncodings"]))
}

// MARK: The package of the server, lowest layer first

if isServer {
  package.addLibraries("CDoorwardSQLite CDoorwardPQ CDoorwardUnistring CDoorwardIDN2 CDoorwardCrypt")
  package.addLibraries(
    "CDoorwardZxcvbn CDoorwardQREncode \(isLinux ? "CDoorwardEpoll CDoorwardMimalloc" : "")")
  // libphonenumber is C++ behind a C header. Its target needs a library, because only libraries name the folders of Homebrew. libvips
  // is not linked. It is loaded when the first photo is read.
  package.addModules(
    in: "Sources",
    """
    C/CDoorwardProcess:
    C/CDoorwardVips:
    C/CDoorwardPhoneNumbers: CDoorwardUnistring
    Foundations/DoorwardSockets: DoorwardHTTP DoorwardHTTPTypes DoorwardSystem Encodings | CDoorwardEpoll
    Libraries/DoorwardSQLite: CDoorwardSQLite
    Libraries/DoorwardPostgreSQL: CDoorwardPQ
    Libraries/DoorwardQRCodes: CDoorwardQREncode Encodings
    Libraries/DoorwardUnicode: CDoorwardUnistring CDoorwardIDN2 Encodings
    Server/DoorwardIdentifiers: DoorwardServerRules DoorwardUnicode CDoorwardPhoneNumbers Encodings
    Server/DoorwardPasswords: DoorwardServerRules DoorwardUnicode DoorwardSodium DoorwardOpenSSL DoorwardCiphers DoorwardSystem
      DoorwardHTTP DoorwardHTTPTypes DoorwardCurl CDoorwardCrypt CDoorwardZxcvbn Encodings
    Server/DoorwardSecondFactors: DoorwardServerRules DoorwardOpenSSL DoorwardCiphers Encodings BinaryEncodings
    Server/DoorwardPhotos: DoorwardServerRules DoorwardWire CDoorwardProcess CDoorwardVips DoorwardSystem Encodings
    Server/DoorwardStore: DoorwardServerRules DoorwardWire DoorwardOpenSSL DoorwardCiphers DoorwardSystem Encodings
    Server/DoorwardSQLRows: DoorwardStore DoorwardServerRules DoorwardWire DoorwardSystem Encodings
    Server/DoorwardSQLiteStore: DoorwardStore DoorwardSQLRows DoorwardSystem DoorwardSQLite
    Server/DoorwardPostgreSQLStore: DoorwardStore DoorwardSQLRows DoorwardSystem DoorwardPostgreSQL
    Server/DoorwardDelivery: DoorwardServerRules DoorwardIdentifiers DoorwardUnicode DoorwardStore DoorwardCurl CDoorwardCurl
      DoorwardHTTP DoorwardHTTPTypes DoorwardSystem DoorwardOpenSSL DoorwardCiphers DoorwardTexts DoorwardColors Encodings
    Server/DoorwardSessions: DoorwardStore DoorwardServerRules DoorwardWire DoorwardHTTP DoorwardHTTPTypes
      DoorwardSystem DoorwardOpenSSL DoorwardCiphers DoorwardTexts DoorwardColors JOSE JOSESignatures Encodings
    Server/DoorwardSignIn: DoorwardStore DoorwardSessions DoorwardServerRules DoorwardWire DoorwardHTTP
      DoorwardHTTPTypes DoorwardCurl DoorwardDelivery DoorwardIdentifiers DoorwardPasswords
      DoorwardSecondFactors DoorwardQRCodes DoorwardTexts DoorwardColors DoorwardUnicode DoorwardPhotos
      DoorwardOpenSSL SignInWithEthereum EthereumSignatures NEAR NEARSignatures JOSE WebAuthn
      WebAuthnSignatures Encodings BinaryEncodings
    Server/DoorwardProvider: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardServerRules DoorwardWire
      DoorwardHTTP DoorwardHTTPTypes DoorwardOpenSSL JOSE JOSESignatures Encodings
    Server/DoorwardBackends: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardServerRules DoorwardWire DoorwardHTTP
      DoorwardHTTPTypes Encodings
    Server/DoorwardPages: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardProvider DoorwardServerRules DoorwardWire
      DoorwardHTTP DoorwardHTTPTypes DoorwardTexts DoorwardColors DoorwardSystem DoorwardOpenSSL Encodings
    Server/DoorwardAdministration: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardProvider DoorwardPages
      DoorwardServerRules DoorwardDelivery DoorwardIdentifiers DoorwardWire DoorwardHTTP DoorwardHTTPTypes DoorwardSystem
      JOSE Encodings
    Server/DoorwardServer: DoorwardStore DoorwardSQLRows DoorwardSQLiteStore DoorwardPostgreSQL
      DoorwardPostgreSQLStore DoorwardSessions DoorwardSignIn DoorwardProvider DoorwardBackends DoorwardAdministration
      DoorwardPages DoorwardDelivery DoorwardIdentifiers DoorwardServerRules DoorwardTexts DoorwardColors DoorwardWire
      DoorwardSecondFactors DoorwardSockets DoorwardHTTP DoorwardHTTPTypes DoorwardCurl DoorwardSystem DoorwardPasswords
      DoorwardPhotos DoorwardOpenSSL DoorwardSodium DoorwardSQLite SignInWithEthereum NEAR JOSE
      JOSESignatures Encodings
    Programs/DoorwardCommandLine: DoorwardServer DoorwardAdministration DoorwardSessions DoorwardHTTP Encodings | CDoorwardMimalloc
    """)

  // MARK: Programs, examples, measurements

  package.products = [
    .executable(name: "doorward-server", targets: ["DoorwardCommand"]),
    .executable(name: "doorward-user", targets: ["DoorwardUserCommand"]),
  ]
  // On Linux, no file of the demo imports DoorwardUI. It is built there because scripts/docs-check needs the module.
  package.addPrograms(
    """
    Sources/Programs/DoorwardCommand: DoorwardCommandLine
    Sources/Programs/DoorwardUserCommand: Doorward DoorwardSecurityKeys
    Examples/DoorwardDemo: DoorwardNEAR DoorwardUI | DoorwardGTK
    Examples/WalletDemo: NEARConnect
    Examples/LinuxWallet (Linux): NEARConnect
    Examples/LinuxSignIn (Linux): DoorwardGTK
    Examples/backends/BackendExample: JOSESignatures DoorwardSockets
    """)
  // `make bench` and `make test-all` build these too.
  if Context.environment["DOORWARD_BENCHMARKS"] != nil {
    package.addPrograms(
      """
      Benchmarks/DoorwardBench: DoorwardCommandLine
      Benchmarks/ClientBench: Doorward
      Benchmarks/FoundationAlone:
      Benchmarks/SDKAlone: Doorward
      Benchmarks/WalletBench (Linux): NEARConnect
      """)
  }

  // MARK: Tests

  // Sampling chooses the part of generated cases that `make test` takes. The samples of the seeds that are not in EthereumSamples
  // need SwiftUI, see docs/apple.md. RestrictionProbe tries what a restricted process must not do.
  package.addModules(
    in: "Tests",
    """
    Support/ChildProcesses: DoorwardSystem
    Support/LoopbackServers:
    Support/DatabaseServers: DoorwardPostgreSQL DoorwardSystem ChildProcesses
    Support/DesktopLoops: | DoorwardGTKWidgets
    Support/SoftwareAuthenticators: WebAuthn DoorwardOpenSSL Encodings BinaryEncodings
    Support/VectorFiles:
    Support/Sampling:
    Client/SeedSamples/EthereumSamples: Doorward
    """)
  package.addPrograms(
    """
    Tests/Client/ClientProbe: Doorward
    Tests/Windows/ViewGallery (macOS): DoorwardUI
    Tests/Server/RestrictionProbe: CDoorwardProcess
    """)
  package.addTests(
    """
    Support/SamplingTests: Sampling
    Foundations/HTTPTests: DoorwardSockets DoorwardCurl ChildProcesses
    Libraries/PostgreSQLTests: DatabaseServers
    Standards/StandardsTests: EthereumSignatures NEARSignatures JOSESignatures OpenIDConnectSignatures WebAuthnSignatures
      SoftwareAuthenticators CDoorwardFIDO2 Sampling
    Texts/TextTests: DoorwardTexts
    BuildTools/BundlerTests: DoorwardBundler
    Server/IdentifierTests: DoorwardIdentifiers VectorFiles Sampling
    Server/PasswordTests: DoorwardPasswords DoorwardSockets VectorFiles Sampling
    Server/FactorTests: DoorwardSecondFactors DoorwardQRCodes ChildProcesses
    Server/PhotoTests: DoorwardPhotos ChildProcesses Sampling
    Server/DeliveryTests: DoorwardServer ChildProcesses Sampling
    Server/ServerTests: DoorwardServer DatabaseServers SoftwareAuthenticators Sampling
    Client/ClientTests: DoorwardTesting EthereumSamples EthereumSignatures NEARSignatures JOSESignatures
      SoftwareAuthenticators ChildProcesses Sampling
    Client/SecurityKeyTests: DoorwardSecurityKeys DoorwardTesting WebAuthnSignatures ChildProcesses
    Client/NEARConnectTests: DoorwardNEAR NEARSignatures DoorwardSockets ChildProcesses LoopbackServers
      DesktopLoops Sampling
    Windows/FlowTests: DoorwardFlow DoorwardServerRules DoorwardTesting ChildProcesses VectorFiles Sampling
    Windows/GTKTests (Linux): DoorwardGTK DoorwardNEAR DoorwardSecurityKeys DoorwardTesting DoorwardQRCodes
      ChildProcesses LoopbackServers DesktopLoops
    Programs/EndToEndTests: DoorwardHTTP DoorwardCurl BinaryEncodings LoopbackServers DatabaseServers Sampling
    """)
}

// Builds only the named test targets, for faster development: DOORWARD_TESTS="HTTPTests StandardsTests".
if let names = Context.environment["DOORWARD_TESTS"] {
  let chosen = Set(names.split(separator: " ").map(String.init))
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
