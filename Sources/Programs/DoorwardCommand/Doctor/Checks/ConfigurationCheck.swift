import DoorwardAdministration
import DoorwardCommandLine
import DoorwardPostgreSQL
import DoorwardServer
import DoorwardSessions
import Encodings

/// Checks that file, variables and flags form a valid configuration, and names the key that is wrong.
struct ConfigurationCheck {
  private static let name = "configuration"

  let arguments: CommandArguments

  func run() -> (ServerConfiguration?, [Finding]) {
    do {
      let sources = try ConfigurationOptions.sources(arguments)
      let variables = sources.unknownVariables.map { variable in
        Finding.warning(
          Self.name, "the variable \(variable) is not a setting and has no effect",
          remedy: "correct its name or remove it")
      }
      do {
        let configuration = try ServerConfiguration(sources.tree)
        return (
          configuration, [summary(configuration, sources.file)] + variables + exposure(sources, configuration)
        )
      } catch {
        return (nil, problems(error) + variables)
      }
    } catch {
      return (nil, problems(error))
    }
  }

  private func summary(_ configuration: ServerConfiguration, _ file: String?) -> Finding {
    let count = configuration.listedApplications?.count ?? 1
    return .ok(
      Self.name,
      "\(file ?? "no file: defaults"), \(count == 1 ? "one application" : "\(count) applications")"
        + (configuration.isDevelopment ? ", for development" : ""))
  }

  /// If other users can read the file, its secrets are exposed.
  private func exposure(
    _ sources: ConfigurationOptions.Sources, _ configuration: ServerConfiguration
  ) -> [Finding] {
    guard let file = sources.file, let bytes = try? TextFile.read(file),
      let settings = try? JSONParser.parse(file: bytes)
    else { return [] }
    let mode = PathInspection(file).mode
    var findings: [Finding] = []
    if mode & 0o044 != 0, settings["master_key"] != nil {
      findings.append(
        .problem(
          Self.name, "\(file) contains the master key, and other users may read it",
          remedy: PathInspection(file).closing("600")))
    }
    // The group may be that of the server.
    if mode & 0o004 != 0 {
      for (group, key) in [("mail", "password"), ("sms", "token"), ("sms", "secret")]
      where settings[group]?[key] != nil {
        findings.append(
          .problem(
            Self.name, "\(file) contains \(group).\(key), and other users may read it",
            remedy:
              "\(PathInspection(file).closing("640")), or move the secret to a separate file (\(group).\(key)_file)"
          ))
      }
      if settings["database"] != nil, case .postgresql(let database) = configuration.database,
        database.namesPassword
      {
        findings.append(
          .problem(
            Self.name, "\(file) contains the password of the database, and other users may read it",
            remedy:
              "\(PathInspection(file).closing("640")), or move the password to a separate file (PGPASSFILE)"))
      }
    }
    return findings
  }

  private func problems(_ error: any Error) -> [Finding] {
    let mistakes = (error as? ConfigurationError)?.all.map(\.description)
    let reasons = mistakes ?? [(error as? any CodedError)?.reason ?? "\(error)"]
    return reasons.map {
      .problem(Self.name, $0, remedy: "docs/configuration.md lists the values of each key")
    }
  }
}
