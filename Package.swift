// swift-tools-version: 6.2
import PackageDescription

// Two packages share this manifest, see docs/decisions/two-packages.md. This folder is the package of apps. The folder `Server`,
// which consists of links, is the package of the server: it also has the programs, the examples and the tests.
let isServer = Context.packageDirectory.hasSuffix("/Server")
let package = Package(
  name: isServer ? "doorward-server" : "doorward", platforms: [.macOS(.v14), .iOS(.v17)])

#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif

// MARK: Settings

// All Swift targets use the same settings: see docs/architecture.md. A warning is no error in an app's build, because Xcode
// suppresses the warnings of packages, and the compiler refuses both options together.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (isServer ? [.treatAllWarnings(as: .error)] : [])

// The privacy manifests that Apple asks for. Apps for Apple platforms are built on a Mac. Elsewhere they are left out, because a
// resource would add a bundle to every program.
let privacyManifest = "PrivacyInfo.xcprivacy"
let withoutManifest = isLinux ? [privacyManifest] : []
let withManifest: [Resource] = isLinux ? [] : [.copy(privacyManifest)]

// Files of a folder that are no sources.
let excluded = [
  "Doorward": withoutManifest, "NEARConnect": withoutManifest, "DoorwardFlow": withoutManifest,
  "DoorwardUI": withoutManifest,
  "DoorwardTexts": ["Languages", "remarks.json", "same-texts.json"],
  "DoorwardPages": ["Web"],
  "PhotoTests": ["Images", "make-images"],
  "DeliveryTests": ["Servers", "requirements.txt"],
  "SecurityKeyTests": ["Program/plugged-key.c"],
  "FlowTests": ["transitions.json", "Screens"],
  "GTKTests": ["Support/screen-reader.py"],
]
let resources: [String: [Resource]] = [
  "Doorward": withManifest, "DoorwardFlow": withManifest, "DoorwardUI": withManifest,
  "NEARConnect": [.embedInCode("Bridge/Page")] + withManifest,
  "DoorwardSignIn": [.embedInCode("Passkey/Models")],
  "NEARConnectTests": [.embedInCode("Web")],
]
let linked: [String: [LinkerSetting]] = [
  "CDoorwardPhoneNumbers": [.linkedLibrary("phonenumber"), .linkedLibrary("protobuf")]
]
let plugins = [
  "DoorwardTexts": ["DoorwardTextBundlerPlugin"],
  "DoorwardDelivery": ["DoorwardTextBundlerPlugin"],
  "DoorwardPages": ["DoorwardWebBundlerPlugin", "DoorwardTextBundlerPlugin"],
]

// MARK: The kinds of targets

enum Kind: String {
  /// It may import what its line names. The others may also import everything that those need.
  case modules
  case programs, tests
  /// A program that runs during the build, and its plugin.
  case tools
}

extension Package {
  /// Adds targets: below their kind and folder, the name of each with what it needs, and behind a bar what it needs on Linux. A
  /// line without a colon continues the line before.
  func add(_ table: String) {
    var (kind, folder, isHere) = (Kind.modules, "", true)
    var rows: [(kind: Kind, folder: String, text: String)] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.count > 2, words[1] == "in", let named = Kind(rawValue: words[0]) {
        (kind, folder, isHere) = (named, words[2], isLinux || !line.hasSuffix("(Linux)"))
      } else if isHere, line.contains(":") {
        rows.append((kind, folder, line.trimmingPrefix { $0 == " " }.description))
      } else if isHere {
        rows[rows.count - 1].text += line
      }
    }
    for (kind, folder, text) in rows {
      let parts = text.split(whereSeparator: { $0 == ":" || $0 == "|" }).map(String.init)
      add(
        kind, parts[0], folder + parts[0],
        named(parts.dropFirst().first ?? "") + onLinux(parts.dropFirst(2).first ?? ""))
    }
  }

  func add(_ kind: Kind, _ name: String, _ path: String, _ needs: [Target.Dependency]) {
    let all = withNeeds(of: needs)
    switch kind {
    case .modules:
      targets.append(
        .target(
          name: name, dependencies: needs, path: path, exclude: excluded[name] ?? [],
          resources: resources[name] ?? [], swiftSettings: settings, linkerSettings: linked[name] ?? [],
          plugins: (plugins[name] ?? []).map { .plugin(name: $0) }))
    case .programs:
      targets.append(.executableTarget(name: name, dependencies: all, path: path, swiftSettings: settings))
    case .tests:
      targets.append(
        .testTarget(
          name: name, dependencies: all, path: path, exclude: excluded[name] ?? [],
          resources: resources[name] ?? [], swiftSettings: settings))
    case .tools:
      add(.programs, name, path, needs)
      targets.append(
        .plugin(
          name: "\(name)Plugin", capability: .buildTool(), dependencies: [.target(name: name)],
          path: "\(path)Plugin"))
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
}

/// Targets, by their names with a space between them. iOS has no child processes.
func named(_ names: String) -> [Target.Dependency] {
  names.split(separator: " ").map {
    .target(
      name: String($0), condition: $0 == "DoorwardProcesses" ? .when(platforms: [.linux, .macOS]) : nil)
  }
}

/// Nothing on macOS, where these targets are not declared.
func onLinux(_ names: String) -> [Target.Dependency] {
  let names = isLinux ? names.split(separator: " ").map(String.init) : []
  return names.map { .target(name: $0, condition: .when(platforms: [.linux])) }
}

// MARK: The package of apps

package.addLibraries("CDoorwardFIDO2 CDoorwardOpenSSL CDoorwardSecp256k1 CDoorwardSodium")
if isLinux || isServer {
  package.addLibraries("CDoorwardCurl")
  package.add(
    """
    modules in Sources/Foundations/
      DoorwardOutgoingHTTP: DoorwardHTTPTypes DoorwardThreads CDoorwardCurl Encodings
    """)
}
if isLinux {
  package.addLibraries("CDoorwardGTK", folders: "CDoorwardGTK/header-folders")
  package.addLibraries("CDoorwardWebKitGTK", folders: "CDoorwardWebKitGTK/header-folders")
}

// Only wallets, passkeys and second factors need BinaryEncodings, and only a server needs all of OpenSSL. An app does not contain
// what it does not need. libsecret is not linked. It is loaded when the keyring is first used. DoorwardPlatformHTTP is URLSession on Apple platforms, and libcurl on Linux.
//
// Each standard is parsed and built without C; "…Signatures" sign and verify.
package.add(
  """
  modules in Sources/Foundations/
    Encodings:
    BinaryEncodings: Encodings
    DoorwardThreads:
    DoorwardProcesses:
    DoorwardHTTPTypes: Encodings
    DoorwardHTTP: DoorwardHTTPTypes Encodings
    DoorwardPlatformHTTP: | DoorwardHTTPTypes DoorwardOutgoingHTTP
  modules in Sources/C/
    CDoorwardOpenSSLAtExit: CDoorwardOpenSSL
  modules in Sources/Libraries/
    DoorwardSecp256k1: CDoorwardSecp256k1
    DoorwardSodium: CDoorwardSodium
    DoorwardCiphers: CDoorwardOpenSSL CDoorwardOpenSSLAtExit
    DoorwardOpenSSL: CDoorwardOpenSSL DoorwardCiphers
  modules in Sources/Libraries/ (Linux)
    DoorwardGTKWidgets: CDoorwardGTK
    DoorwardWebKitGTK: CDoorwardWebKitGTK DoorwardGTKWidgets DoorwardProcesses
    DoorwardSecretService:
  modules in Sources/Standards/
    SignInWithEthereum: Encodings BinaryEncodings
    EthereumSignatures: SignInWithEthereum DoorwardSecp256k1 Encodings BinaryEncodings
    NEAR: Encodings BinaryEncodings
    NEARSignatures: NEAR DoorwardSodium DoorwardSecp256k1 Encodings
    JOSE: Encodings
    JOSESignatures: JOSE DoorwardSodium DoorwardOpenSSL DoorwardCiphers Encodings
    WebAuthn: Encodings BinaryEncodings
    WebAuthnSignatures: WebAuthn JOSE DoorwardSodium DoorwardOpenSSL DoorwardCiphers Encodings BinaryEncodings
  modules in Sources/Contract/
    DoorwardWire: Encodings
    DoorwardColors:
    DoorwardServerRules: DoorwardWire Encodings
  modules in Sources/BuildTools/
    DoorwardTextFiles: Encodings
  tools in Sources/BuildTools/
    DoorwardTextBundler: DoorwardTextFiles
  modules in Sources/Texts/
    DoorwardTexts:
  modules in Sources/Client/
    Doorward: DoorwardWire DoorwardPlatformHTTP DoorwardProcesses Encodings
      | DoorwardCiphers DoorwardSecretService
    DoorwardSecurityKeys: Doorward DoorwardThreads WebAuthn CDoorwardFIDO2 Encodings BinaryEncodings
    DoorwardTesting: Doorward DoorwardWire DoorwardServerRules DoorwardHTTP DoorwardHTTPTypes JOSE NEAR
      SignInWithEthereum WebAuthn Encodings BinaryEncodings | DoorwardOpenSSL DoorwardCiphers
    NEARConnect: NEAR DoorwardPlatformHTTP DoorwardTexts Encodings BinaryEncodings
      | DoorwardOpenSSL DoorwardGTKWidgets DoorwardWebKitGTK
    DoorwardNEAR: Doorward NEARConnect
  modules in Sources/Windows/
    DoorwardFlow: Doorward DoorwardTexts DoorwardColors DoorwardWire
    DoorwardUI: Doorward DoorwardFlow DoorwardTexts
    DoorwardGTK: Doorward DoorwardFlow DoorwardTexts | DoorwardGTKWidgets DoorwardPlatformHTTP
  """)

if !isServer {
  let names = """
    SignInWithEthereum EthereumSignatures NEAR NEARSignatures JOSE JOSESignatures WebAuthn WebAuthnSignatures \
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
  // libphonenumber is C++ behind a C header. libvips is not linked. It is loaded when the first photo is read.
  package.add(
    """
    modules in Sources/C/
      CDoorwardProcess:
      CDoorwardVips:
      CDoorwardPhoneNumbers:
    modules in Sources/Foundations/
      DoorwardWorkers: DoorwardThreads
      DoorwardSockets: DoorwardHTTP DoorwardHTTPTypes DoorwardThreads DoorwardWorkers Encodings | CDoorwardEpoll
      DoorwardSMTP: DoorwardOutgoingHTTP DoorwardHTTPTypes DoorwardThreads CDoorwardCurl
    modules in Sources/Libraries/
      DoorwardSQLite: CDoorwardSQLite
      DoorwardPostgreSQL: CDoorwardPQ
      DoorwardQRCodes: CDoorwardQREncode Encodings
      DoorwardUnicode: CDoorwardUnistring CDoorwardIDN2 Encodings
    modules in Sources/Server/
      DoorwardIdentifiers: DoorwardUnicode CDoorwardPhoneNumbers Encodings
      DoorwardPasswords: DoorwardUnicode DoorwardSodium DoorwardOpenSSL DoorwardCiphers DoorwardThreads
        DoorwardHTTP DoorwardHTTPTypes DoorwardOutgoingHTTP CDoorwardCrypt CDoorwardZxcvbn Encodings
      DoorwardSecondFactors: DoorwardOpenSSL DoorwardCiphers Encodings BinaryEncodings
      DoorwardPhotos: CDoorwardProcess CDoorwardVips DoorwardProcesses DoorwardThreads DoorwardWorkers Encodings
      DoorwardStore: DoorwardServerRules DoorwardOpenSSL DoorwardCiphers Encodings
      DoorwardSQLRows: DoorwardStore DoorwardServerRules DoorwardWorkers Encodings
      DoorwardSQLiteStore: DoorwardStore DoorwardSQLRows DoorwardThreads DoorwardWorkers DoorwardSQLite
      DoorwardPostgreSQLStore: DoorwardStore DoorwardSQLRows DoorwardThreads DoorwardWorkers DoorwardPostgreSQL
      DoorwardDelivery: DoorwardIdentifiers DoorwardUnicode DoorwardStore DoorwardSMTP DoorwardOutgoingHTTP
        DoorwardHTTP DoorwardHTTPTypes DoorwardThreads DoorwardOpenSSL DoorwardCiphers DoorwardTexts Encodings
      DoorwardSessions: DoorwardStore DoorwardServerRules DoorwardWire DoorwardHTTP DoorwardHTTPTypes
        DoorwardThreads DoorwardOpenSSL DoorwardCiphers DoorwardTexts DoorwardColors JOSE JOSESignatures
        Encodings
      DoorwardSignIn: DoorwardStore DoorwardSessions DoorwardServerRules DoorwardWire DoorwardHTTP
        DoorwardHTTPTypes DoorwardOutgoingHTTP DoorwardDelivery DoorwardIdentifiers DoorwardPasswords
        DoorwardSecondFactors DoorwardQRCodes DoorwardTexts DoorwardColors DoorwardUnicode DoorwardPhotos
        DoorwardOpenSSL SignInWithEthereum EthereumSignatures NEAR NEARSignatures JOSE WebAuthn
        WebAuthnSignatures Encodings BinaryEncodings
      DoorwardProvider: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardServerRules DoorwardWire
        DoorwardHTTP DoorwardHTTPTypes DoorwardOpenSSL JOSE JOSESignatures Encodings
      DoorwardPages: DoorwardStore DoorwardSessions DoorwardSignIn DoorwardProvider DoorwardWire DoorwardHTTP
        DoorwardHTTPTypes DoorwardTexts DoorwardColors DoorwardThreads DoorwardOpenSSL Encodings
      DoorwardServer: DoorwardStore DoorwardSQLRows DoorwardSQLiteStore DoorwardPostgreSQL
        DoorwardPostgreSQLStore DoorwardSessions DoorwardSignIn DoorwardProvider DoorwardPages DoorwardDelivery
        DoorwardSMTP DoorwardIdentifiers DoorwardServerRules DoorwardTexts DoorwardColors DoorwardWire
        DoorwardSecondFactors DoorwardSockets DoorwardHTTP DoorwardHTTPTypes DoorwardOutgoingHTTP
        DoorwardThreads DoorwardPasswords DoorwardPhotos DoorwardOpenSSL DoorwardSodium DoorwardSQLite
        SignInWithEthereum NEAR JOSE JOSESignatures Encodings
    tools in Sources/BuildTools/
      DoorwardWebBundler: DoorwardTextFiles DoorwardProcesses
    """)
  package.products = [
    .executable(name: "doorward-server", targets: ["DoorwardCommand"]),
    .executable(name: "doorward-user", targets: ["DoorwardUserCommand"]),
  ]
  // On Linux, no file of the demo imports DoorwardUI. It is built there because scripts/docs-check needs the module.
  package.add(
    """
    programs in Sources/Programs/
      DoorwardCommand: DoorwardServer | CDoorwardMimalloc
      DoorwardUserCommand: Doorward DoorwardSecurityKeys
    programs in Examples/
      DoorwardDemo: DoorwardNEAR DoorwardUI | DoorwardGTK
      WalletDemo: NEARConnect
    programs in Examples/backends/
      BackendExample: JOSESignatures DoorwardSockets
    programs in Examples/ (Linux)
      LinuxWallet: NEARConnect
      LinuxSignIn: DoorwardGTK
    programs in Benchmarks/
      ClientBench: Doorward
      FoundationAlone:
      SDKAlone: Doorward
    programs in Benchmarks/ (Linux)
      WalletBench: NEARConnect
    """)

  // MARK: Tests

  // Sampling chooses the part of generated cases that `make test` takes. The samples of the seeds that are not in EthereumSamples
  // need SwiftUI, see docs/apple.md. RestrictionProbe tries what a restricted process must not do.
  package.add(
    """
    modules in Tests/Support/
      ChildProcesses: DoorwardProcesses
      LoopbackServers:
      DatabaseServers: DoorwardPostgreSQL DoorwardProcesses ChildProcesses
      DesktopLoops: | DoorwardGTKWidgets
      SoftwareAuthenticators: WebAuthn DoorwardOpenSSL Encodings BinaryEncodings
      VectorFiles:
      Sampling:
    modules in Tests/Client/SeedSamples/
      EthereumSamples: Doorward
    programs in Tests/Client/
      ClientProbe: Doorward
    programs in Tests/Server/
      RestrictionProbe: CDoorwardProcess
    tests in Tests/Support/
      SamplingTests: Sampling
    tests in Tests/Foundations/
      HTTPTests: DoorwardSockets DoorwardOutgoingHTTP ChildProcesses
    tests in Tests/Libraries/
      PostgreSQLTests: DatabaseServers
    tests in Tests/Standards/
      StandardsTests: EthereumSignatures NEARSignatures JOSESignatures WebAuthnSignatures
        SoftwareAuthenticators CDoorwardFIDO2 Sampling
    tests in Tests/Texts/
      TextTests: DoorwardTexts DoorwardTextBundler
    tests in Tests/BuildTools/
      WebBundlerTests: DoorwardWebBundler
    tests in Tests/Server/
      IdentifierTests: DoorwardIdentifiers VectorFiles Sampling
      PasswordTests: DoorwardPasswords DoorwardSockets VectorFiles Sampling
      FactorTests: DoorwardSecondFactors DoorwardQRCodes ChildProcesses
      PhotoTests: DoorwardPhotos ChildProcesses Sampling
      DeliveryTests: DoorwardServer ChildProcesses Sampling
      ServerTests: DoorwardServer DatabaseServers SoftwareAuthenticators Sampling
    tests in Tests/Client/
      ClientTests: DoorwardTesting EthereumSamples EthereumSignatures NEARSignatures JOSESignatures
        SoftwareAuthenticators ChildProcesses Sampling
      SecurityKeyTests: DoorwardSecurityKeys DoorwardTesting WebAuthnSignatures ChildProcesses
      NEARConnectTests: DoorwardNEAR NEARSignatures DoorwardSockets ChildProcesses LoopbackServers
        DesktopLoops Sampling
    tests in Tests/Windows/
      FlowTests: DoorwardFlow DoorwardTesting Sampling
    tests in Tests/Windows/ (Linux)
      GTKTests: DoorwardGTK DoorwardNEAR DoorwardSecurityKeys DoorwardTesting DoorwardQRCodes ChildProcesses
        LoopbackServers DesktopLoops
    tests in Tests/Programs/
      EndToEndTests: DoorwardHTTP DoorwardOutgoingHTTP BinaryEncodings LoopbackServers DatabaseServers Sampling
    """)
}

// Builds only the named test targets, for faster development: DOORWARD_TESTS="HTTPTests StandardsTests".
if let names = Context.environment["DOORWARD_TESTS"] {
  let chosen = Set(names.split(separator: " ").map(String.init))
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}
