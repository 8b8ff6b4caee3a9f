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
  ///
  /// Each line is where it has to be: the statement is the server's, and may say anything.
  func describes(_ message: String) -> Bool {
    // Bytes, since Swift takes texts for equal that differ in how they are composed, and CR LF for one character.
    let bytes = Array(message.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 8, !bytes.contains(UInt8(ascii: "\r")), let chain = Int64(chainId) else {
      return false
    }
    // A statement stands between two empty lines; without one they stand together.
    let hasStatement = !lines[3].isEmpty
    guard lines[2].isEmpty, !hasStatement || lines[4].isEmpty else { return false }
    let asked = ["URI: \(appUri)", "Version: 1", "Chain ID: \(chain)"]
    return isAsked(by: lines[0])
      // Wallets hand out accounts in lower case; a message has them as EIP-55 does.
      && String(decoding: lines[1], as: UTF8.self).lowercased() == walletAddress.lowercased()
      && zip(lines[(hasStatement ? 5 : 4)...], asked).allSatisfy { $0.elementsEqual($1.utf8) }
  }

  /// Whether a message's first line names the domain, with a scheme (RFC 3986 §3.1) before it or without.
  private func isAsked(by line: ArraySlice<UInt8>) -> Bool {
    let asks = "\(appDomain) wants you to sign in with your Ethereum account:".utf8
    guard line.count > asks.count else { return line.elementsEqual(asks) }
    let scheme = String(decoding: line.dropLast(asks.count), as: UTF8.self)
    return line.suffix(asks.count).elementsEqual(asks)
      && scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
  }
}
