// The fragments of docs/client-sdk.md that exist on Apple platforms only.
import Doorward
import Foundation
import SwiftUI

#if canImport(UIKit)
  import UIKit

  @MainActor func signIn(_ doorward: Doorward, redirectURL url: URL, above window: UIWindow) async throws {
    try await doorward.browser.login(redirectURL: url, anchor: window)  // Apple's sheet
    try await doorward.browser.login(redirectURL: url) { _ = await UIApplication.shared.open($0) }
  }
#endif

func send(_ request: URLRequest, _ body: Data, _ doorward: Doorward) async throws -> (Data, URLResponse) {
  let session = URLSession(configuration: .default, delegate: TokenSafeRedirects(), delegateQueue: nil)
  let (answer, response) = try await session.upload(for: doorward.authenticated(request), from: body)
  return (answer, response)
}

func sharedStorage(serverURL url: URL) -> KeychainSessionStorage? {
  let folder = FileManager.default.containerURL(
    forSecurityApplicationGroupIdentifier: "group.com.example.app")
  guard let folder else { return nil }
  return KeychainSessionStorage(
    name: StandardSessionStorage.name(serverURL: url, applicationID: "app_7Q"),
    sharing: .init(accessGroup: "group.com.example.app", folder: folder))
}
