import Doorward
import DoorwardTesting
import Foundation
import Testing

/// Calls of the SDK throw `DoorwardError` and nothing else. The compiler checks it: each `do throws(DoorwardError)`
/// here accepts no other error.
@MainActor struct TypedErrorTests {
  private struct Broken: Error {}

  private struct BrokenWallet: EthereumWallet {
    let address = TestEthereumWallet().address
    let chainId = "1"
    let error: any Error
    func personalSign(_ message: String) throws -> String { throw error }
  }

  private func failure(ofLoginWith error: any Error) async -> DoorwardError? {
    let doorward = Doorward(DoorwardTestServer().configuration)
    do throws(DoorwardError) {
      try await doorward.siwe.login(with: BrokenWallet(error: error))
      return nil
    } catch {
      return error
    }
  }

  @Test func errorOfAWalletIsTheUnderlyingError() async {
    let failure = await failure(ofLoginWith: Broken())
    #expect(failure?.code == .callbackFailed)
    #expect(failure?.underlyingError is Broken)
  }

  @Test func refusalInAWalletStaysWhatItIs() async {
    let rejected = await failure(ofLoginWith: DoorwardError(code: .rejected, reason: "No."))
    #expect(rejected?.code == .rejected)
    let cancelled = await failure(ofLoginWith: CancellationError())
    #expect(cancelled?.code == .cancelled)
  }

  enum Call: CaseIterable {
    case siwe, near, unlink, anonymous, guest, device, browser, backend
  }

  @Test(arguments: Call.allCases) func everyMethodThrowsTheTypedError(_ call: Call) async {
    let server = DoorwardTestServer()
    await server.setOffline(true)
    let doorward = Doorward(server.configuration)
    do throws(DoorwardError) {
      switch call {
      case .siwe: try await doorward.siwe.login(with: TestEthereumWallet())
      case .near: _ = try await doorward.near.challenge()
      case .unlink: try await doorward.near.unlink(accountId: "a.near")
      case .anonymous: try await doorward.anonymous.login()
      case .guest: try await doorward.guest.login()
      case .device: try await doorward.device.login { _ in }
      case .browser: try await doorward.browser.login { _ in }
      case .backend:
        let request = DoorwardRequest(url: "https://api.example.com")
        _ = try await doorward.send(request, over: server.transport)
      }
      Issue.record("no error")
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }
}
