import DoorwardServer
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the data directory holds: directory, master key, database, and whether they belong together.
struct InstallationCheck {
  private static let leastFreeBytes: UInt64 = 256 << 20

  private let installation: InstallationInspection

  init(configuration: ServerConfiguration) { installation = InstallationInspection(configuration) }

  func run() async -> (findings: [Finding], newestSigningKey: Date?) {
    let (database, newest) = await database()
    return ([directory(), masterKey()] + database, newest)
  }

  private func directory() -> Finding {
    let name = "data directory"
    let place = installation.dataDirectory
    guard place.exists else {
      let parent = place.nearestParent
      guard parent.isDirectory, parent.isUsable else {
        return .problem(
          name, "\(place.path) is not there and cannot be made: \(parent.path) cannot be written to",
          "name another one (--data), or let this user write to \(parent.path)")
      }
      return .warning(name, "\(place.path) is not there yet", "the server makes it when it first starts")
    }
    guard place.isDirectory else {
      return .problem(name, "\(place.path) is no directory", "name another one (--data)")
    }
    guard place.isUsable else {
      return .problem(
        name, "\(place.path) cannot be read and written by this user",
        "run as its owner, or chown it to this user")
    }
    guard !place.isShared else {
      return .warning(name, "others may enter \(place.path)", "chmod 700 \(place.path)")
    }
    if let free = place.freeBytes, free < Self.leastFreeBytes {
      return .warning(name, "\(free >> 20) MiB are left on the disk of \(place.path)", "make room")
    }
    return .ok(name, place.path)
  }

  private func masterKey() -> Finding {
    let name = "master key"
    guard let file = installation.masterKeyFile else { return .ok(name, "given by the configuration") }
    guard file.exists else {
      guard installation.databaseFile.exists else {
        return .warning(name, "\(file.path) is not there yet", "the server makes it when it first starts")
      }
      return .problem(
        name, "\(file.path) is missing, and the database was made with it",
        "restore the file; no other key will do")
    }
    do {
      try installation.readMasterKey()
      return .ok(name, "\(file.path), for its owner alone")
    } catch {
      return .problem(name, (error as? any CodedError)?.reason ?? "\(error)")
    }
  }

  private func database() async -> ([Finding], Date?) {
    let name = "database"
    let file = installation.databaseFile
    guard file.exists else {
      return (
        [.warning(name, "\(file.path) is not there yet", "the server makes it when it first starts")], nil
      )
    }
    let database: InstallationInspection.Database
    do {
      database = try await installation.readDatabase()
    } catch {
      let reason = (error as? any CodedError)?.reason ?? "\(error)"
      return ([.problem(name, reason, "or restore a backup")], nil)
    }
    var findings = database.problems.map { problem in
      Finding.problem(name, problem, "stop the server and restore a backup")
    }
    if file.isShared {
      findings.append(.warning(name, "others may read \(file.path)", "chmod 600 \(file.path)"))
    }
    if database.schema.applied < database.schema.known {
      findings.append(
        .warning(
          name, "the schema is at step \(database.schema.applied) of \(database.schema.known)",
          "make a backup; the server brings it up to date when it starts"))
    }
    if findings.isEmpty {
      findings = [.ok(name, "\(file.path), whole, schema step \(database.schema.applied)")]
    }
    return (findings + [signingKeys(database)], database.newestSigningKey)
  }

  private func signingKeys(_ database: InstallationInspection.Database) -> Finding {
    let name = "signing keys"
    switch database.isSealedByMasterKey {
    case true? where !database.missingAlgorithms.isEmpty:
      return .warning(
        name, "there is none for \(database.missingAlgorithms.joined(separator: " and ")) yet",
        "the server makes it when it next starts")
    case true?:
      return .ok(
        name,
        database.signingKeys == 1
          ? "one, opened by the master key" : "\(database.signingKeys), opened by the master key")
    case false?:
      return .problem(
        name, "they were sealed under another master key",
        "give the key they were made with (master_key_file, or master_key)")
    case nil:
      return .warning(name, "not looked at, for want of the master key")
    }
  }
}
