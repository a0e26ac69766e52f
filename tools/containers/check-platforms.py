"""Checks the files of Heroku, Render and Fly against their references, and against each other.

usage: .local/podman-compose/bin/python tools/containers/check-platforms.py

No package carries the schemas of the three, so the keys that they know are listed here. Fly's are compared with its
reference ("Fly Launch configuration"); those of Heroku and Render still have to be.
"""

import json
import sys
import tomllib
from pathlib import Path

import yaml

# What production needs, whatever the platform; the platforms set PORT and some addresses by themselves.
NEEDED = {"APP_ENV", "TRUSTED_PROXY_HOPS", "ENC_KEYS", "PUBLIC_URL", "STORAGE_URL", "SUPPORT_EMAIL"}
HOPS = {"Heroku": "1", "Render": "2", "Fly": "2"}
COMMANDS = {"web-api serve", "web-api migrate", "worker run"}

HEROKU = {
    "": {"setup", "build", "release", "run"},
    "build": {"docker", "config", "pipeline"},
    "release": {"image", "command"},
}
APP_JSON = {
    "name", "description", "keywords", "website", "repository", "logo", "success_url", "scripts", "env", "formation",
    "image", "addons", "buildpacks", "environments", "stack",
}  # fmt: skip
APP_JSON_ENV = {"description", "value", "required", "generator"}
RENDER = {"services", "databases", "envVarGroups", "previews", "projects", "ungrouped", "version"}
RENDER_SERVICE = {
    "type", "name", "runtime", "plan", "region", "repo", "branch", "autoDeployTrigger", "domains", "numInstances",
    "scaling", "dockerCommand", "dockerContext", "dockerfilePath", "preDeployCommand", "buildCommand", "startCommand",
    "healthCheckPath", "maxShutdownDelaySeconds", "envVars", "ipAllowList", "maxmemoryPolicy", "disk", "buildFilter",
    "rootDir", "previews", "image",
}  # fmt: skip
RENDER_DATABASE = {
    "name", "plan", "region", "databaseName", "user", "postgresMajorVersion", "ipAllowList", "diskSizeGB",
    "highAvailability", "readReplicas",
}  # fmt: skip
RENDER_VARIABLE = {"key", "value", "generateValue", "sync", "fromDatabase", "fromService", "fromGroup", "previewValue"}
FLY = {
    "app", "primary_region", "kill_signal", "kill_timeout", "swap_size_mb", "console_command", "host_dedication_id",
    "build", "deploy", "env", "processes", "http_service", "services", "checks", "metrics", "mounts", "files", "statics",
    "vm", "restart", "experimental",
}  # fmt: skip
FLY_PARTS = {
    "build": {"builder", "buildpacks", "image", "dockerfile", "build-target", "args", "ignorefile"},
    "deploy": {"release_command", "release_command_timeout", "release_command_vm", "strategy", "wait_timeout", "max_unavailable"},
    "http_service": {
        "processes", "internal_port", "force_https", "auto_stop_machines", "auto_start_machines", "min_machines_running",
        "concurrency", "checks", "tls_options", "http_options", "machine_checks",
    },
}  # fmt: skip
FLY_CHECK = {"path", "interval", "timeout", "grace_period", "method", "protocol", "tls_skip_verify", "headers", "tls_server_name"}

problems: list[str] = []


def insist(holds: object, problem: str) -> None:
    """Notes a problem unless it holds."""
    if not holds:
        problems.append(problem)


def known(where: str, found: dict, keys: set[str]) -> None:
    """Notes keys that the reference does not know."""
    for key in sorted(set(found) - keys):
        problems.append(f"{where}: nobody knows {key}")


def heroku() -> None:
    """Checks heroku.yml, app.json and the Procfile."""
    file = yaml.safe_load(Path("heroku.yml").read_text())
    known("heroku.yml", file, HEROKU[""])
    known("heroku.yml: build", file["build"], HEROKU["build"])
    known("heroku.yml: release", file["release"], HEROKU["release"])
    built = set(file["build"]["docker"])
    insist(file["release"]["image"] in built, "heroku.yml: the release has no image")
    commands = set(file["release"]["command"])
    for name, process in file["run"].items():
        of_process = process if isinstance(process, dict) else {"command": [process], "image": name}
        known(f"heroku.yml: run: {name}", of_process, {"command", "image"})
        insist(of_process.get("image", name) in built, f"heroku.yml: {name} has no image")
        commands |= set(of_process["command"])
    insist(commands == COMMANDS, f"heroku.yml runs {sorted(commands)}")
    lines = [line.split(": ", 1)[1] for line in Path("Procfile").read_text().splitlines()]
    insist(set(lines) == COMMANDS, f"Procfile runs {lines}")
    app = json.loads(Path("app.json").read_text())
    known("app.json", app, APP_JSON)
    for name, variable in app["env"].items():
        known(f"app.json: {name}", variable, APP_JSON_ENV)
    insist(app["stack"] == "container", "app.json: heroku.yml needs the stack container")
    insist(set(app["formation"]) == set(file["run"]), "app.json: formation and heroku.yml name other processes")
    needed("app.json", set(app["env"]))
    hops("app.json", "Heroku", app["env"]["TRUSTED_PROXY_HOPS"]["value"])


def render() -> None:
    """Checks render.yaml."""
    file = yaml.safe_load(Path("render.yaml").read_text())
    known("render.yaml", file, RENDER)
    groups = {group["name"]: group["envVars"] for group in file["envVarGroups"]}
    names = {service["name"] for service in file["services"]} | {database["name"] for database in file["databases"]}
    commands = set()
    for database in file["databases"]:
        known(f"render.yaml: {database['name']}", database, RENDER_DATABASE)
    for service in file["services"]:
        known(f"render.yaml: {service['name']}", service, RENDER_SERVICE)
        insist(1 <= service.get("maxShutdownDelaySeconds", 30) <= 300, f"render.yaml: {service['name']} may not stop so late")
        commands |= {service[key] for key in ("dockerCommand", "preDeployCommand") if key in service}
        if service["type"] not in ("web", "worker"):
            continue
        variables: dict[str, dict] = {}
        for variable in service["envVars"]:
            known(f"render.yaml: {service['name']}", variable, RENDER_VARIABLE)
            for one in groups[variable["fromGroup"]] if "fromGroup" in variable else [variable]:
                variables[one["key"]] = one
        for key, variable in variables.items():
            source = variable.get("fromService") or variable.get("fromDatabase") or {}
            insist(not source or source["name"] in names, f"render.yaml: {key} comes from nowhere")
        needed(f"render.yaml: {service['name']}", set(variables))
        hops("render.yaml", "Render", variables["TRUSTED_PROXY_HOPS"]["value"])
        for key in ("DATABASE_URL", "REDIS_URL"):
            insist(key in variables, f"render.yaml: {service['name']} lacks {key}")
    insist(commands == COMMANDS, f"render.yaml runs {sorted(commands)}")


def fly() -> None:
    """Checks fly.toml; secrets are set by the commands in its head."""
    text = Path("fly.toml").read_text()
    file = tomllib.loads(text)
    known("fly.toml", file, FLY)
    for part, keys in FLY_PARTS.items():
        known(f"fly.toml: {part}", file[part], keys)
    for check in file["http_service"]["checks"]:
        known("fly.toml: check", check, FLY_CHECK)
    commands = set(file["processes"].values()) | {file["deploy"]["release_command"]}
    insist(commands == COMMANDS, f"fly.toml runs {sorted(commands)}")
    insist(file["kill_signal"] in ("SIGTERM", "SIGINT"), "fly.toml: we do not end by that signal")
    insist(str(file["http_service"]["internal_port"]) == file["env"]["PORT"], "fly.toml: two ports")
    head = text.split("app =")[0]
    needed("fly.toml", set(file["env"]) | {name for name in NEEDED if f"{name}=" in head})
    hops("fly.toml", "Fly", file["env"]["TRUSTED_PROXY_HOPS"])


def needed(where: str, names: set[str]) -> None:
    """Notes settings that production needs and that a file does not set."""
    for name in sorted(NEEDED - names):
        problems.append(f"{where} does not set {name}")


def hops(where: str, platform: str, value: str) -> None:
    """Notes a number of proxies that is not the platform's (docs/proxies.md)."""
    insist(value == HOPS[platform], f"{where}: {platform} has {HOPS[platform]} hops, not {value}")


heroku()
render()
fly()
for problem in problems:
    print(f"✗ {problem}")
sys.exit(1 if problems else print("The files of Heroku, Render and Fly hold what their references know.") or 0)
