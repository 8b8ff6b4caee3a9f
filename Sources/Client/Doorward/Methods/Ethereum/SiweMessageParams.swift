/// The parameters of a Sign-In with Ethereum message (EIP-4361).
public struct SiweMessageParams: Sendable, Hashable {
  /// The app's domain, such as `my-domain.com`.
  public var appDomain: String
  /// The app's URI, such as `https://my-domain.com`.
  public var appUri: String
  /// The chain's id, such as `1`.
  public var chainId: String
  /// The account in the form of EIP-55.
  public var walletAddress: String

  /// Makes parameters.
  public init(appDomain: String, appUri: String, chainId: String, walletAddress: String) {
    self.appDomain = appDomain
    self.appUri = appUri
    self.chainId = chainId
    self.walletAddress = walletAddress
  }

  /// Whether a message has these parameters (EIP-4361 §Message Format).
  ///
  /// The position of each line is checked, because the statement is the server's and can contain any text.
  func describes(_ message: String) -> Bool {
    // Bytes, because Swift compares strings by canonical equivalence, and reads CR LF as one character.
    let bytes = Array(message.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 8, !bytes.contains(UInt8(ascii: "\r")), let chain = Int64(chainId) else {
      return false
    }
    // A statement is between two empty lines. Without a statement the two lines follow each other.
    let hasStatement = !lines[3].isEmpty
    guard lines[2].isEmpty, !hasStatement || lines[4].isEmpty else { return false }
    let asked = ["URI: \(appUri)", "Version: 1", "Chain ID: \(chain)"]
    return isAsked(by: lines[0])
      // Wallets return accounts in lower case; a message has the form of EIP-55.
      && String(decoding: lines[1], as: UTF8.self).lowercased() == walletAddress.lowercased()
      && zip(lines[(hasStatement ? 5 : 4)...], asked).allSatisfy { $0.elementsEqual($1.utf8) }
  }

  /// Whether the first line names the domain, with or without a scheme (RFC 3986 §3.1).
  private func isAsked(by line: ArraySlice<UInt8>) -> Bool {
    let asks = "\(appDomain) wants you to sign in with your Ethereum account:".utf8
    guard line.count > asks.count else { return line.elementsEqual(asks) }
    let scheme = String(decoding: line.dropLast(asks.count), as: UTF8.self)
    return line.suffix(asks.count).elementsEqual(asks)
      && scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
  }
}
