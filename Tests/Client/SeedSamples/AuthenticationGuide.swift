// The samples of near-connect-ios's guide to authentication that need Apple's frameworks or a backend. The edits: a type
// around them, the backend and types of the app, the order of the imports, an unused result and the layout of the lines.
import Foundation
import NEARConnect
import Security

struct AuthResponse: Decodable { let token: String }
enum AuthError: Error { case signatureMissing }

@MainActor struct AuthenticationGuide {
  let walletManager: NEARWalletManager

  private func verifyWithNonce(signature: String, nonce: [UInt8]) async throws {}

  func signInWithVerification() async throws {
    // Step 1: Connect and sign
    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to MyApp at \(Date())",
      recipient: "myapp.near"
    )

    guard let signature = result.signedMessage else {
      throw AuthError.signatureMissing
    }

    // Step 2: Send to backend for verification
    let authToken = try await verifySignature(
      accountId: result.account.accountId,
      publicKey: result.account.publicKey ?? "",
      signature: signature
    )

    // Step 3: Store auth token
    UserDefaults.standard.set(authToken, forKey: "authToken")
  }

  private func verifySignature(
    accountId: String,
    publicKey: String,
    signature: String
  ) async throws -> String {
    // Call your backend API
    // swift-format-ignore: NeverForceUnwrap
    let url = URL(string: "https://api.myapp.com/auth/verify")!
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")

    let body = [
      "accountId": accountId,
      "publicKey": publicKey,
      "signature": signature,
    ]
    request.httpBody = try JSONSerialization.data(withJSONObject: body)

    let (data, _) = try await URLSession.shared.data(for: request)
    let response = try JSONDecoder().decode(AuthResponse.self, from: data)

    return response.token
  }

  func signInWithExpiry() async throws {
    let timestamp = Date().timeIntervalSince1970
    let expiryTimestamp = timestamp + (60 * 60)  // 1 hour

    let message = """
      Sign in to MyApp
      Timestamp: \(timestamp)
      Expires: \(expiryTimestamp)
      """

    let result = try await walletManager.connectAndSignMessage(
      message: message,
      recipient: "myapp.near"
    )

    // Store both signature and expiry
    UserDefaults.standard.set(result.signedMessage, forKey: "signature")
    UserDefaults.standard.set(expiryTimestamp, forKey: "signatureExpiry")
  }

  func signInWithCustomNonce() async throws {
    // Generate a nonce (typically from your backend)
    let nonce = generateNonce()

    let result = try await walletManager.connectAndSignMessage(
      message: "Sign in to MyApp",
      recipient: "myapp.near",
      nonce: nonce
    )

    // Verify with backend using the same nonce
    try await verifyWithNonce(
      signature: result.signedMessage ?? "",
      nonce: nonce
    )
  }

  private func generateNonce() -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: 32)
    _ = SecRandomCopyBytes(kSecRandomDefault, nonce.count, &nonce)
    return nonce
  }

  func storeAuthToken(_ token: String) {
    // Use Keychain for sensitive data
    // swift-format-ignore: NeverForceUnwrap
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrAccount as String: "authToken",
      kSecValueData as String: token.data(using: .utf8)!,
    ]
    SecItemAdd(query as CFDictionary, nil)
  }
}
