/// What a Sign-In with Ethereum message is made for (EIP-4361).
public struct SiweMessageParams: Sendable, Hashable {
  /// The app's domain, such as `my-domain.com`.
  public var appDomain: String
  /// The app's URI, such as `https://my-domain.com`.
  public var appUri: String
  /// The chain's id, such as `1`.
  public var chainId: String
  /// The account, as EIP-55 spells it.
  public var walletAddress: String

  /// Makes them.
  public init(appDomain: String, appUri: String, chainId: String, walletAddress: String) {
    self.appDomain = appDomain
    self.appUri = appUri
    self.chainId = chainId
    self.walletAddress = walletAddress
  }

  /// Whether a message is one for this (EIP-4361 §Message Format).
  func describes(_ message: String) -> Bool {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return false }
    let asks = " wants you to sign in with your Ethereum account:"
    return (lines[0] == appDomain + asks || lines[0].hasSuffix("://\(appDomain)\(asks)"))
      && lines[1].lowercased() == walletAddress.lowercased() && lines.contains("URI: \(appUri)")
      && lines.contains("Chain ID: \(chainId)")
  }
}
