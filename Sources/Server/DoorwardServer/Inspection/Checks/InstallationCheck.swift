import DoorwardAdministration
import DoorwardSQLRows
import DoorwardSQLiteStore
import DoorwardSessions
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the data directory, the master key and the database, and that they belong together.
struct InstallationCheck {
  private static let leastFreeBytes: UInt64 = 256 << 20
  /// Below this size, a transaction may not fit.
  private static let neededFreeBytes: UInt64 = 1 << 20

  /// The age of a signing key from which it should be replaced.
  private static let oldKeyDays = 180
  /// The age of the newest backup from which there should be another one.
  private static let oldBackupDays = 7

  private let installation: InstallationInspection
  private let depth: InstallationInspection.Depth
  private let now: Date

  init(_ installation: InstallationInspection, depth: InstallationInspection.Depth, at now: Date) {
    self.installation = installation
    self.depth = depth
    self.now = now
  }

  func run() async -> (findings: [Finding], newestSigningKey: Date?) {
    let (database, newest) = await database()
    return (await (installation.usesDataDirectory ? [directory()] : []) + [masterKey()] + database, newest)
  }

  private func directory() -> Finding {
    let name = "data directory"
    let place = installation.dataDirectory
    if let unreadable = unreadable(name, at: place, option: "--data") { return unreadable }
    guard place.exists else {
      let parent = place.nearestParent
      guard parent.isDirectory, parent.isUsable else {
        return .problem(
          name,
          "\(place.path) does not exist and cannot be created: this user cannot write to \(parent.path)",
          remedy:
            "choose another directory (--data), or create it as root: install -d -m 700 -o USER \(place.path)"
        )
      }
      return diskSpaceWarning(place)
        ?? .warning(name, "\(place.path) does not exist yet", remedy: Self.firstStart)
    }
    guard place.isDirectory else {
      return .problem(name, "\(place.path) is not a directory", remedy: "choose another directory (--data)")
    }
    guard place.isUsable else {
      return .problem(
        name, "this user cannot read and write \(place.path)", remedy: place.opening(otherwise: "--data"))
    }
    if let diskSpaceWarning = diskSpaceWarning(place), diskSpaceWarning.status == .problem {
      return diskSpaceWarning
    }
    guard !place.isShared else {
      return .warning(name, "other users may enter \(place.path)", remedy: place.closing("700"))
    }
    return diskSpaceWarning(place) ?? .ok(name, place.path)
  }

  /// A problem if this user cannot know whether a path exists.
  private func unreadable(_ name: String, at place: PathInspection, option: String) -> Finding? {
    place.obstacleReason.map { reason in
      .problem(
        name, "\(place.path) cannot be read: \(reason)",
        remedy:
          "run doctor as the server's user, let this user enter the directories above it, or choose another path (\(option))"
      )
    }
  }

  private static let firstStart = "the server creates it when it first starts"

  /// Warns if the disk is full or nearly full; nil if there is enough space.
  private func diskSpaceWarning(_ place: PathInspection) -> Finding? {
    guard let free = (place.exists ? place : place.nearestParent).freeBytes, free < Self.leastFreeBytes else {
      return nil
    }
    let detail = "\(free >> 20) MiB are left on the disk of \(place.path)"
    return free < Self.neededFreeBytes
      ? .problem("data directory", "\(detail): nothing can be stored", remedy: "free disk space")
      : .warning("data directory", detail, remedy: "free disk space")
  }

  private func masterKey() async -> Finding {
    let name = "master key"
    guard let file = installation.masterKeyFile else { return .ok(name, "from the configuration") }
    if let unreadable = unreadable(name, at: file, option: "master_key_file") { return unreadable }
    guard file.exists else {
      guard await installation.hasDatabase() != true else {
        return .problem(
          name, "\(file.path) is missing, and the database was created with it",
          remedy: "restore the file; another key does not work")
      }
      if let error = installation.masterKeyObstacle { return .problem(name, error.reason) }
      return .warning(name, "\(file.path) does not exist yet", remedy: Self.firstStart)
    }
    do {
      try installation.readMasterKey()
      return .ok(name, "\(file.path), readable by its owner only")
    } catch {
      return .problem(name, (error as? any CodedError)?.reason ?? "\(error)")
    }
  }

  private func database() async -> ([Finding], Date?) {
    guard let file = installation.databaseFile else { return await postgreSQL() }
    let name = "database"
    if let unreadable = unreadable(name, at: file, option: "--data") { return ([unreadable], nil) }
    guard file.exists else {
      return (
        [.warning(name, "\(file.path) does not exist yet", remedy: Self.firstStart)], nil
      )
    }
    if let file = installation.unwritableDatabaseFile {
      let finding = Finding.problem(
        name, "this user cannot read and write \(file.path)", remedy: file.opening(otherwise: "--data"))
      return ([finding], nil)
    }
    let database: InstallationInspection.Database
    do {
      database = try await installation.readDatabase(depth)
    } catch {
      return ([.problem(name, (error as? any CodedError)?.reason ?? "\(error)")], nil)
    }
    var findings = database.problems.map { problem in
      Finding.problem(name, problem, remedy: "stop the server and restore a backup")
    }
    if file.isShared {
      findings.append(.warning(name, "other users may read \(file.path)", remedy: file.closing("600")))
    }
    if database.schema.applied < database.schema.known {
      findings.append(
        .warning(
          name, "the schema is at step \(database.schema.applied) of \(database.schema.known)",
          remedy: "make a backup; the server updates it when it starts"))
    }
    if findings.isEmpty {
      let errors = depth == .whole ? ", no errors" : ""
      findings = [.ok(name, "\(file.path)\(errors), schema step \(database.schema.applied)")]
    }
    return (findings + [signingKeys(database), backups(database)], database.newestSigningKey)
  }

  private func postgreSQL() async -> ([Finding], Date?) {
    let name = "database"
    do {
      guard let report = try await installation.postgreSQL() else { return ([], nil) }
      let findings = PostgreSQLCheck(report: report).run()
      let database = try await installation.readDatabase(depth)
      guard database.schema.applied > 0 else {
        return (findings + [.warning(name, "it has no tables yet", remedy: Self.firstStart)], nil)
      }
      var problems = database.problems.map {
        Finding.problem(name, $0, remedy: "restore a backup with PostgreSQL's tools")
      }
      if database.schema.applied < database.schema.known {
        problems.append(
          .warning(
            name, "the schema is at step \(database.schema.applied) of \(database.schema.known)",
            remedy: "make a backup; the server updates it when it starts"))
      }
      if problems.isEmpty {
        let errors = depth == .whole ? "no errors, " : ""
        problems = [.ok(name, "\(errors)schema step \(database.schema.applied)")]
      }
      let backups = Finding.ok("backups", "made with the tools of PostgreSQL, so their age is not known here")
      return (findings + problems + [signingKeys(database), backups], database.newestSigningKey)
    } catch {
      return ([.problem(name, (error as? any CodedError)?.reason ?? "\(error)")], nil)
    }
  }

  private func signingKeys(_ database: InstallationInspection.Database) -> Finding {
    let name = "signing keys"
    switch database.isSealedByMasterKey {
    case true? where !database.missingAlgorithms.isEmpty:
      return .warning(
        name, "no key for \(database.missingAlgorithms.joined(separator: " and ")) yet",
        remedy: "the server creates it when it next starts")
    case true?:
      let detail = "\(database.signingKeys), sealed with the master key"
      guard let newest = database.newestSigningKey, days(since: newest) >= Self.oldKeyDays else {
        return .ok(name, detail)
      }
      return .warning(
        name, "\(detail); the newest is \(days(since: newest)) days old",
        remedy: "make new ones with doorward keys rotate")
    case false?:
      return .problem(
        name, "they are sealed with another master key",
        remedy: "configure the master key that the database was created with (master_key_file or master_key)")
    case nil:
      return .warning(name, "not checked: the master key is missing")
    }
  }
  /// The age of the newest copy that `doorward database backup` has made. The server knows of no others.
  private func backups(_ database: InstallationInspection.Database) -> Finding {
    let name = "backups"
    guard let newest = database.newestBackup else {
      return .ok(name, "none is known; doorward database backup records its copies")
    }
    guard days(since: newest) >= Self.oldBackupDays else {
      return .ok(name, "the newest is of \(Timestamp(newest).rfc3339)")
    }
    return .warning(
      name, "the newest is \(days(since: newest)) days old", remedy: "make one with doorward database backup")
  }

  private func days(since moment: Date) -> Int { Int(now.timeIntervalSince(moment) / 86_400) }
}
