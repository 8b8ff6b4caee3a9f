#if os(Linux)
  import Doorward
  import DoorwardNEAR
  import Foundation
  import NEARConnect
  import ChildProcesses
  import XCTest

  /// A message that was signed through the bridge signs in to the server.
  final class ServerSignInTests: GTKTestCase {
    func testWalletInWebViewSignsIn() throws {
      try onLoop {
        let server = try await RunningServer.start()
        let bench = try WalletBench(["implicit"])
        let doorward = Doorward(
          DoorwardConfiguration(
            serverURL: try XCTUnwrap(URL(string: server.origin)), storage: InMemorySessionStorage(),
            logger: .silent))
        let state = try await doorward.near.login(with: bench.manager, walletId: "implicit")
        XCTAssertEqual(state.user?.info.identities.first?.identifier, bench.manager.currentAccount?.accountId)
        let token = try await doorward.accessToken()
        XCTAssertEqual(token.split(separator: ".").count, 3)
      }
    }
  }
#endif
