internal import Encodings
internal import Foundation
internal import NEAR

/// Loads the list of wallets, either from the app or from its web address.
///
/// The last downloaded list is stored. It is used at once and updated in the background for the next load, so
/// that wallets are available immediately and without a connection. The first load needs a download.
struct ManifestLoader: Sendable {
  let source: WalletManifestSource
  let fetch: HTTPFetch
  let allowsLoopback: Bool
  /// The folder for the last downloaded list; nil to store no list.
  let folder: URL?

  func load() async throws(NEARError) -> WalletManifest {
    switch source {
    case .json(let json): return try WalletManifest(json: json)
    case .address(let address):
      guard let parsed = WebAddress(address),
        parsed.scheme == "https" || (allowsLoopback && parsed.isLoopback)
      else {
        throw NEARError(
          code: .manifestUnavailable, reason: "The address of the list of wallets is not an https address.")
      }
      if let stored = storedManifest(address) {
        Task { try? await download(address) }
        return stored
      }
      return try await download(address)
    }
  }

  @discardableResult private func download(_ address: String) async throws(NEARError) -> WalletManifest {
    let answer: HTTPFetch.Answer
    do {
      answer = try await fetch.send(address, nil, 15, WalletManifest.maximumLength)
    } catch {
      throw NEARError(
        code: .manifestUnavailable, reason: "The list of wallets could not be fetched. Check the connection.")
    }
    guard answer.status == 200 else {
      throw NEARError(
        code: .manifestUnavailable,
        reason: "The server of the list of wallets answered with status \(answer.status).")
    }
    let manifest = try WalletManifest(json: answer.body)
    store(answer.body, address)
    return manifest
  }

  private func file(_ address: String) -> URL? {
    folder?.appending(path: "\(Hex.encode(SHA256.hash(Array(address.utf8)).prefix(8))).json")
  }

  private func storedManifest(_ address: String) -> WalletManifest? {
    guard let file = file(address), let data = try? Data(contentsOf: file) else { return nil }
    return try? WalletManifest(json: Array(data))
  }

  private func store(_ json: [UInt8], _ address: String) {
    guard let folder, let file = file(address) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data(json).write(to: file, options: .atomic)
  }
}
