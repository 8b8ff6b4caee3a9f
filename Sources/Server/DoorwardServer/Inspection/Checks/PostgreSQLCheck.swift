import DoorwardAdministration
import DoorwardPostgreSQL
import DoorwardSessions
import Encodings
import JOSE

/// Checks the server of a PostgreSQL database.
struct PostgreSQLCheck {
  /// The oldest version that the project supports.
  static let oldestVersion = 140_000
  private static let longestLag: Int64 = 10
  /// In seconds; see ``JWTPolicy/usualLeeway``.
  private static let longestClockDifference = JWTPolicy.usualLeeway

  let report: PostgreSQLReport

  func run() -> [Finding] {
    [version, connection, connections, privileges, durability, clock] + replication
  }

  private var version: Finding {
    let name = "PostgreSQL"
    guard report.versionNumber >= Self.oldestVersion else {
      return .problem(
        name, "the server has version \(report.version)", remedy: "upgrade it to version 14 or later")
    }
    guard report.encoding == "UTF8" else {
      return .problem(
        name, "the encoding of the database is \(report.encoding)",
        remedy: "create the database with ENCODING 'UTF8' TEMPLATE template0")
    }
    guard !report.isStandby else {
      return .problem(
        name, "the server is a standby, which cannot store anything",
        remedy: "name the primary, or all servers: postgresql://USER@FIRST,SECOND/NAME")
    }
    return .ok(name, "\(report.version) at \(report.settings)")
  }

  private var connection: Finding {
    let name = "database TLS"
    switch report.tlsVersion {
    case let version? where report.settings.verifiesServer:
      return .ok(name, "\(version), the certificate and the name are verified")
    case _ where report.settings.isLocal: return .ok(name, "not needed on this machine")
    case let version?:
      return .warning(
        name, "\(version), but the certificate is not verified (insecure=yes)", remedy: "remove insecure=yes")
    case nil:
      return .warning(
        name, "the connection is not encrypted (insecure=yes)",
        remedy: "remove insecure=yes unless a tunnel protects the connection")
    }
  }

  private var connections: Finding {
    let name = "database connections"
    // One more connection listens for changes of other processes. A pooler allows none.
    let pool = report.settings.connections + (report.settings.pooler == .none ? 1 : 0)
    let detail =
      "this process opens up to \(pool), the server accepts \(report.availableConnections) and has \(report.usedConnections)"
    if case .transaction = report.settings.pooler { return .ok(name, "\(detail), through a pooler") }
    guard pool <= report.availableConnections else {
      return .problem(
        name, detail,
        remedy:
          "lower database_connections, or raise max_connections of the server, or the connection limit of the user or database"
      )
    }
    guard pool * 2 <= report.availableConnections else {
      return .warning(
        name, "\(detail), which is not enough for two processes",
        remedy: "lower database_connections, raise max_connections, or use a pooler")
    }
    return .ok(name, detail)
  }

  private var privileges: Finding {
    guard let first = report.missingPrivileges.first else {
      return .ok("database privileges", "the user may create and change all tables")
    }
    let others = report.missingPrivileges.count - 1
    return .problem(
      "database privileges", "the user lacks \(first)" + (others > 0 ? ", and \(others) more" : ""),
      remedy: "make the user the owner of the database and of its tables")
  }

  private var durability: Finding {
    guard !report.unsafeSettings.isEmpty else {
      return .ok("database durability", "every commit is on the disk of the server before it is acknowledged")
    }
    return .warning(
      "database durability",
      "\(report.unsafeSettings.joined(separator: ", ")): a crash can lose acknowledged commits",
      remedy: "turn the settings on in postgresql.conf")
  }

  private var clock: Finding {
    let name = "database clock"
    let seconds = abs(report.clockDifference) / 1000
    guard seconds > 0 else { return .ok(name, "less than a second from the clock of this machine") }
    let side = report.clockDifference > 0 ? "ahead of" : "behind"
    let difference = "\(seconds) \(seconds == 1 ? "second" : "seconds") \(side) the clock of this machine"
    // Tokens, challenges and codes of one process are checked by another one, which allows a minute.
    let remedy = "synchronize the clocks of all machines (NTP)"
    if seconds > Self.longestClockDifference { return .problem(name, difference, remedy: remedy) }
    return seconds > Self.longestClockDifference / 2
      ? .warning(name, difference, remedy: remedy) : .ok(name, difference)
  }

  private var replication: [Finding] {
    report.standbys.map { standby in
      let name = "standby \(standby.name)"
      guard let bytes = standby.lagBytes else {
        return .ok(name, "the user may not see its state: grant pg_monitor to see it")
      }
      let detail =
        "\(standby.synchrony ?? "unknown"), \(bytes) bytes and \(standby.lagSeconds ?? 0) seconds behind"
      return standby.lagSeconds ?? 0 > Self.longestLag
        ? .warning(name, detail, remedy: "check the network to it and its load") : .ok(name, detail)
    }
  }
}
