import Foundation

@testable import Doorward

/// A keychain in memory, for the code above the system's keychain. These tests have never run with the real one.
///
/// Unchecked: its state is used under the lock only.
final class ScriptedKeychain: KeychainItems, @unchecked Sendable {
  private let lock = NSLock()
  private var items: [String: [UInt8]] = [:]
  private var refusal: KeychainAnswer?
  private var interruptions: [(call: String, work: @Sendable () -> Void)] = []

  /// All items, by the last part of their names.
  var contents: [String: [UInt8]] {
    lock.withLock {
      Dictionary(uniqueKeysWithValues: items.map { (String($0.split(separator: ".")[1]), $1) })
    }
  }

  /// Answers every call with this from now on; nil ends that.
  func refuse(_ answer: KeychainAnswer?) { lock.withLock { refusal = answer } }

  /// Changes an item without a call of the storage.
  func put(_ bytes: [UInt8]?, in kind: String) {
    lock.withLock {
      let stem = items.keys.first?.split(separator: ".").first ?? ""
      items[items.keys.first { $0.hasSuffix(".\(kind)") } ?? "\(stem).\(kind)"] = bytes
    }
  }

  /// Runs work once, between the next such call and its answer.
  func interrupt(_ call: String, _ work: @escaping @Sendable () -> Void) {
    lock.withLock { interruptions.append((call, work)) }
  }

  func read(_ item: String) -> (answer: KeychainAnswer, bytes: [UInt8]) {
    arrive("read")
    return lock.withLock {
      if let refusal { return (refusal, []) }
      return items[item].map { (.done, $0) } ?? (.missing, [])
    }
  }

  func add(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer {
    arrive("add")
    return change { items in
      guard items[item] == nil else { return .duplicate }
      items[item] = bytes
      return .done
    }
  }

  func update(_ item: String, _ bytes: [UInt8]) -> KeychainAnswer {
    arrive("update")
    return change { items in
      guard items[item] != nil else { return .missing }
      items[item] = bytes
      return .done
    }
  }

  func delete(_ item: String) -> KeychainAnswer {
    arrive("delete")
    return change { items in items.removeValue(forKey: item) == nil ? .missing : .done }
  }

  private func change(_ body: (inout [String: [UInt8]]) -> KeychainAnswer) -> KeychainAnswer {
    lock.withLock { refusal ?? body(&items) }
  }

  private func arrive(_ call: String) {
    let work = lock.withLock { () -> (@Sendable () -> Void)? in
      guard let place = interruptions.firstIndex(where: { $0.call == call }) else { return nil }
      return interruptions.remove(at: place).work
    }
    work?()
  }
}
