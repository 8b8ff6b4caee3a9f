#if os(Linux)
  import DesktopLoops
  import Encodings
  import Foundation
  import XCTest

  @testable import NEARConnect

  /// A manager with a real web view, the stand-in library, and wallets that sign with real keys.
  @MainActor final class WalletBench {
    let site: WalletSite
    let host: GTKBridgeHost
    let accounts = InMemoryAccountStore()
    let manager: NEARWalletManager
    let configuration: NEARConnectConfiguration
    private let opened = OpenedAddresses()

    /// The number of open windows of wallets.
    var openWindows: Int { host.popups.count }

    /// The links that were opened with the system.
    var openedInSystem: [String] { opened.list }

    init(
      _ ids: [String] = ["both"], pages: [String: String] = [:], scripts more: [String: String] = [:],
      library: NearConnectLibrary? = nil,
      dataDirectory: String? = nil, permissions: JSONObject = [:],
      configure: (inout NEARConnectConfiguration) -> Void = { _ in }
    ) throws {
      var scripts = [
        "/hostile.js": Self.text(PackageResources.hostile_executor_js), "/library.js": Self.library,
        "/approval": "",
      ]
      // near-connect does not pass the wallet's id to the wallet's code.
      for id in ids where id != "hostile" {
        scripts["/\(id).js"] =
          "window.selector.manifest ??= { id: \"\(id)\" };\n" + Self.text(PackageResources.executor_js)
      }
      site = try WalletSite(pages, scripts: scripts.merging(more) { $1 })
      host = GTKBridgeHost(dataDirectory: dataDirectory) { [opened] in opened.list.append($0) }
      var configuration = NEARConnectConfiguration()
      configuration.allowsLoopback = true
      configuration.bridgeURL = "\(site.origin)/bridge"
      configuration.library = library ?? .bundled(Self.library)
      configuration.manifest = .json(Self.manifest(ids, site.origin, permissions).serialized())
      configuration.bridgeTimeLimit = .seconds(15)
      configuration.rpc = { [site] _ in
        NEARRPCClient(
          endpoints: ["https://node.invalid"],
          transport: NEARRPCTransport { _, body, _ in (200, site.chain(body)) }, maximumBlockAge: nil)
      }
      configure(&configuration)
      self.configuration = configuration
      manager = NEARWalletManager(configuration: configuration, host: host, accounts: accounts)
    }

    static let library = text(PackageResources.stand_in_js)
    static let libraryIntegrity = "sha256-\(Base64.encode(SHA256.hash(Array(library.utf8))))"

    /// The stand-in library, and also near-connect if `NEAR_CONNECT_JS` names its file.
    nonisolated static func libraries() throws -> [NearConnectLibrary?] {
      guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_JS"] else { return [nil] }
      return [nil, .bundled(try String(contentsOfFile: path, encoding: .utf8))]
    }

    static func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }

    static func manifest(_ ids: [String], _ origin: String, _ permissions: JSONObject) -> JSONValue {
      [
        "version": "1.0.0",
        "wallets": .array(
          ids.map { id in
            [
              "id": .string(id), "name": .string(id), "icon": "", "description": "",
              "website": "https://wallet.example",
              "version": "1.0.0", "type": "sandbox", "platform": [:], "permissions": .object(permissions),
              "executor": .string("\(origin)/\(id).js"),
              "features": [
                "signMessage": true, "signInAndSignMessage": true, "signDelegateActions": true,
                "signAndSendTransaction": true, "testnet": true, "signInWithFunctionCallKey": true,
              ],
            ]
          }),
      ]
    }

    /// A probe for the page, after it is loaded.
    func probe() async throws -> PageProbe {
      try await ready()
      return try XCTUnwrap(PageProbe(host))
    }

    func ready() async throws {
      try await eventually("the bridge is ready: \(manager.bridgeState)") { self.manager.isBridgeReady }
    }
  }

  @MainActor private final class OpenedAddresses {
    var list: [String] = []
  }
#endif
